import Cartography

/// The line of a track as it is drawn: a casing, and runs of one colour above it, with no more points than a page should carry.
///
/// A way that was gone each day of a year lies in the same pixels many times, so that what can be seen does not bound it.
struct TrackStrokes {
    /// The whole line, simplified; a point alone is a line of no length.
    private(set) var casing: [[MapPoint]] = []
    /// By the color of ``SpeedScale``, the runs that have it.
    private(set) var runs: [[[MapPoint]]] = Array(repeating: [], count: SpeedScale.colors)

    /// Points of all runs, at most; each takes 11 bytes of SVG.
    static let budget = 60_000

    /// - Parameter pixel: The size of a pixel in units of the plane.
    init(of scene: PictureScene, pixel: Double, budget: Int = TrackStrokes.budget) {
        var grain = pixel
        while true {
            draw(scene, grain)
            // Runs of two points are the least, so it ends when there are few of them; each run is longer than the grain.
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

    /// Draws points that are one line; `first` is the first of their piece.
    private mutating func draw(_ scene: PictureScene, _ range: Range<Int>, of first: Int, _ grain: Double) {
        guard range.count > 1 else {
            // A dot: a line as long as nothing, with round ends.
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
            // A colour that is left again within the grain is not seen.
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
