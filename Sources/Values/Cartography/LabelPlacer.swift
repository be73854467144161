/// Finds room for labels, first come first served: what would lie over another label is not placed.
public struct LabelPlacer: Sendable {
    private let frame: MapRect
    private var taken: [MapRect] = []

    /// Room within a frame.
    public init(within frame: MapRect) {
        self.frame = frame
    }

    /// Takes the room of a rectangle; false, and nothing is taken, if it is not free or reaches out of the frame.
    public mutating func take(_ rect: MapRect) -> Bool {
        guard rect.left >= frame.left, rect.right <= frame.right, rect.bottom >= frame.bottom, rect.top <= frame.top,
            !taken.contains(where: { $0.intersects(rect) })
        else { return false }
        taken.append(rect)
        return true
    }

    /// Takes the room of a rectangle, even if it is taken already.
    public mutating func occupy(_ rect: MapRect) {
        taken.append(rect)
    }
}
