internal import Glibc

/// Finds the boxes that touch a given box: a packed R-tree, built in one pass, sort-tile-recursive
/// (Leutenegger, Lopez and Edgington 1997).
public struct RegionIndex: Sendable {
    private struct Node {
        var south: Double
        var west: Double
        var north: Double
        var east: Double
        /// The number that is looked for in a leaf; the first child's position above.
        var target: Int

        func touches(_ box: (south: Double, west: Double, north: Double, east: Double)) -> Bool {
            south <= box.north && north >= box.south && west <= box.east && east >= box.west
        }
    }

    /// Children of a node.
    private static let fanOut = 16

    /// The leaves first, then each level above; the root is the last.
    private var nodes: [Node] = []
    private var levelStarts: [Int] = []
    private var leafCount = 0

    /// Creates an index of boxes, each with a number; a number may have several boxes.
    public init(_ entries: some Sequence<(box: BoundingBox, number: Int)> = []) {
        for (box, number) in entries {
            for piece in box.pieces {
                nodes.append(
                    Node(south: piece.south, west: piece.west, north: piece.north, east: piece.east, target: number))
            }
        }
        leafCount = nodes.count
        guard leafCount > 0 else { return }
        tile()
        levelStarts = [0]
        var level = 0..<leafCount
        while level.count > 1 {
            for first in stride(from: level.lowerBound, to: level.upperBound, by: Self.fanOut) {
                var parent = nodes[first]
                for child in nodes[first..<min(first + Self.fanOut, level.upperBound)] {
                    parent.south = min(parent.south, child.south)
                    parent.west = min(parent.west, child.west)
                    parent.north = max(parent.north, child.north)
                    parent.east = max(parent.east, child.east)
                }
                parent.target = first
                nodes.append(parent)
            }
            levelStarts.append(level.upperBound)
            level = level.upperBound..<nodes.count
        }
    }

    /// Calls `body` with the number of each box that touches `box`; several boxes with one number cause several calls.
    public func forEach(touching box: BoundingBox, _ body: (Int) -> Void) {
        guard leafCount > 0 else { return }
        for piece in box.pieces {
            var stack = [(position: nodes.count - 1, level: levelStarts.count - 1)]
            while let (position, level) = stack.popLast() {
                let node = nodes[position]
                guard node.touches(piece) else { continue }
                if level == 0 {
                    body(node.target)
                    continue
                }
                let end = min(node.target + Self.fanOut, levelStarts[level])
                for child in node.target..<end { stack.append((child, level - 1)) }
            }
        }
    }

    /// Sorts the leaves into slices by longitude, and each slice by latitude.
    private mutating func tile() {
        nodes.sort { $0.west + $0.east < $1.west + $1.east }
        let groups = (leafCount + Self.fanOut - 1) / Self.fanOut
        let slice = max(1, Int(rounding: Double(groups).squareRoot(), .up)) * Self.fanOut
        for start in stride(from: 0, to: leafCount, by: slice) {
            nodes[start..<min(start + slice, leafCount)].sort { $0.south + $0.north < $1.south + $1.north }
        }
    }
}
