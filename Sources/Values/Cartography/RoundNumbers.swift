internal import Glibc
internal import LocationModel
public import Phrasing

/// 1, 2 and 5 times powers of ten: what people divide scales by.
public enum RoundNumbers {
    /// The largest of them that is not above a number; for what is above 0 and finite.
    public static func below(_ number: Double) -> Double {
        let power = pow(10, log10(number).rounded(.down))
        // The logarithm of a power of ten may be a bit off.
        for factor in [10.0, 5, 2, 1] where factor * power <= number * (1 + 1e-12) { return factor * power }
        return power / 2
    }

    /// The smallest of them that is not below a number; for what is above 0 and finite.
    public static func above(_ number: Double) -> Double {
        let below = below(number)
        if below >= number * (1 - 1e-12) { return below }
        let power = pow(10, log10(number).rounded(.down))
        for factor in [1.0, 2, 5, 10] where factor * power > below * (1 + 1e-12) { return factor * power }
        return below * 2
    }

    /// Round numbers from one that is not above `low` to one that is not below `high`, with at most `steps` steps
    /// between.
    public static func ticks(from low: Double, to high: Double, steps: Int) -> [Double] {
        guard low.isFinite, high.isFinite, steps > 0 else { return [] }
        let span = max(high - low, max(abs(low), abs(high)) * 1e-9, 1e-9)
        // The difference of two finite numbers need not be one.
        guard span.isFinite else { return [] }
        var step = above(span / Double(steps))
        var first = (low / step + 1e-9).rounded(.down)
        var last = (high / step - 1e-9).rounded(.up)
        while last - first > Double(steps) {
            step = above(step * 1.01)
            first = (low / step + 1e-9).rounded(.down)
            last = (high / step - 1e-9).rounded(.up)
        }
        return (0...max(Int(rounding: last - first, .towardZero), 1)).map { (first + Double($0)) * step }
    }

    /// Such as `0.5`, `20`, `1,000`.
    public static func text(_ number: Double) -> String {
        let rounded = (number * 1000).rounded() / 1000
        guard rounded == rounded.rounded(), abs(rounded) < 1e15 else { return "\(rounded)" }
        return Words.grouped(Int(rounding: rounded, .towardZero))
    }
}

/// A line whose length on the ground is a round number.
public struct ScaleBar: Sendable, Hashable {
    /// Metres on the ground.
    public let length: Double
    /// How long it is drawn, in the unit of `width`.
    public let width: Double
    /// Such as `500 m`.
    public let label: String

    /// The longest bar of 1, 2 or 5 times a power of ten that is not wider than `width`. `metres`: on the ground, for
    /// one unit of `width`; both above 0. `nil` if they are not.
    public init?(upTo width: Double, metres: Double, units: UnitSystem = .metric) {
        let most = width * metres
        guard width > 0, metres > 0, most.isFinite else { return nil }
        let unit = most >= units.distanceUnit.size ? units.distanceUnit : units.lengthUnit
        let count = RoundNumbers.below(most / unit.size)
        length = count * unit.size
        self.width = length / metres
        label = "\(RoundNumbers.text(count)) \(unit.symbol)"
    }
}
