internal import LocationModel
public import Phrasing

/// Which colour a speed has: classes of one width in a person's unit, the last one open.
public struct SpeedScale: Sendable, Hashable {
    /// How many colours there are.
    public static let colors = 7
    /// From slow to fast, for a light background; neighbours differ in lightness, so that a print in grey can be read.
    public static let light = ["#2b1c8f", "#6a1fb0", "#a3209b", "#cf3f77", "#ea6a4d", "#f7962f", "#f5c52a"]

    /// The unit of speeds.
    public let unit: MapUnit
    /// The width of a class in that unit.
    public let step: Double
    /// How many classes are used, 1 to ``colors``.
    public let classes: Int

    /// A scale for speeds up to one in m/s, which only few are above of.
    public init(upTo speed: Double, units: UnitSystem = .metric) {
        unit = units.speedUnit
        let most = max(speed.isFinite ? speed / unit.size : 0, 1e-3)
        var step = RoundNumbers.above(most / Double(Self.colors))
        // 2.5 between 2 and 5, or half of the colours would stay unused.
        if most <= step / 2 * Double(Self.colors), RoundNumbers.text(step).contains("5") { step /= 2 }
        self.step = step
        classes = min(max(Int(rounding: most / step, .up), 1), Self.colors)
    }

    /// The class of a speed in m/s: 0 for the slowest.
    public func index(of speed: Double) -> Int {
        guard speed.isFinite, speed > 0 else { return 0 }
        return min(Int(rounding: min(speed / unit.size / step, 1e6), .towardZero), classes - 1)
    }

    /// The labels of the classes in a legend: where each begins.
    public var labels: [String] {
        (0..<classes).map { RoundNumbers.text(Double($0) * step) }
    }
}
