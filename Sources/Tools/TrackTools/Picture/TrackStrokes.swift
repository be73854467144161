import Cartography

/// The line of a track as drawn: a casing, and runs of one colour above it, with no more points than a page should
/// contain.
///
/// A route that is driven each day of a year lies in the same pixels many times, so the number of visible pixels does
/// not limit the number of points.
struct TrackStrokes {
    /// The whole line, simplified; a single point is a line of length 0.
    private(set) var casing: [[MapPoint]] = []
    /// The runs of each color of ``SpeedScale``.
    private(set) var runs: [[[MapPoint]]] = Array(repeating: [], count: SpeedScale.colors)

    /// The maximum number of points of all runs; each takes 11 bytes of SVG.
    static let budget = 60_000

    /// - Parameter pixel: The size of a pixel in units of the plane.
    init(of scene: PictureScene, pixel: Double, budget: Int = TrackStrokes.budget) {
        var grain = pixel
        while true {
            draw(scene, grain)
            // A run has at least two points, so this ends when there are few runs; each run is longer than the grain.
            guard runs.joined().reduce(0, { $0 + $1.count }) > budget, grain < pixel * 1_000 else { return }
            grain *= 1.5
        }
    }

    private mutating func draw(_ scene: PictureScene, _ grain: Double) {
        let half = (scene.projection.period ?? .infinity) / 2
        casing = []
        runs = Array(repeating: [], count: SpeedScale.colors)
        for piece in scene.pieces {
            var first = piece.range.lowerBound
            for index in piece.range.dropFirst()
            where abs(scene.points[index].x - scene.points[index - 1].x) > half {
                draw(scene, first..<index, of: piece.range.lowerBound, grain)
                first = index
            }
            draw(scene, first..<piece.range.upperBound, of: piece.range.lowerBound, grain)
        }
    }

    /// Draws points of one line; `first` is the first of their piece.
    private mutating func draw(_ scene: PictureScene, _ range: Range<Int>, of first: Int, _ grain: Double) {
        guard range.count > 1 else {
            // A dot: a line of length 0 with round ends.
            let dot = [scene.points[range.lowerBound], scene.points[range.lowerBound]]
            casing.append(dot)
            runs[0].append(dot)
            return
        }
        let tolerance = 0.35 * grain
        casing.append(PlaneLine.simplified(Array(scene.points[range]), tolerance: tolerance))
        var run = [scene.points[range.lowerBound]]
        var length = 0.0
        var color = scene.speeds.index(of: scene.speed(at: range.lowerBound + 1, first: first))
        for index in range.dropFirst() {
            let next = scene.speeds.index(of: scene.speed(at: index, first: first))
            // A colour that changes back within the grain is not visible.
            if next != color, length >= grain {
                runs[color].append(PlaneLine.simplified(run, tolerance: tolerance))
                run = [scene.points[index - 1]]
                length = 0
            }
            if length < grain { color = next }
            length += PlaneLine.distance(scene.points[index - 1], scene.points[index])
            run.append(scene.points[index])
        }
        runs[color].append(PlaneLine.simplified(run, tolerance: tolerance))
    }
}
