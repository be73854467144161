/// Writes metres as people say distances, and reads them.
///
/// Metric: below 1 km whole metres, from 100 m on in steps of 50; then kilometres, with one decimal below 10. Imperial:
/// below a quarter of a mile feet (or yards) in steps of 50 from 100 on; then miles likewise. Apple does not publish
/// its steps; these are ours.
@_weakLinked open class MKDistanceFormatter: Formatter {
    /// The units of a distance.
    @_weakLinked public enum Units: UInt, Sendable {
        /// As the locale has it.
        case `default`
        /// Metres and kilometres.
        case metric
        /// Feet and miles.
        case imperial
        /// Yards and miles.
        case imperialWithYards
    }

    /// How units are written.
    @_weakLinked public enum DistanceUnitStyle: UInt, Sendable {
        /// Abbreviated.
        case `default`
        /// `5 km`
        case abbreviated
        /// `5 kilometers`
        case full
    }

    /// Whose numbers and words; the user's unless it is set.
    open var locale: Locale! = .current
    /// The units; the locale's unless they are set.
    open var units = Units.default
    /// How units are written.
    open var unitStyle = DistanceUnitStyle.default

    /// Metres as text; nothing for a number that is not finite.
    open func string(fromDistance distance: CLLocationDistance) -> String {
        guard distance.isFinite else { return "" }
        let unit = unit(of: distance)
        let value = distance / Self.metres(in: unit)
        let isLong = unit == .kilometer || unit == .mile
        let formatter = lengthFormatter(unitStyle == .full ? .long : .medium)
        formatter.numberFormatter.maximumFractionDigits = isLong && abs(value) < 10 ? 1 : 0
        return formatter.string(fromValue: isLong ? value : stepped(value), unit: unit)
    }

    /// The metres of a text that begins with a number in the locale's digits, with a unit as ``string(fromDistance:)``
    /// writes, or their usual abbreviations; -1 if it cannot be read.
    open func distance(from distance: String) -> CLLocationDistance {
        let numbers = NumberFormatter()
        numbers.locale = locale ?? .current
        numbers.numberStyle = .decimal
        let text = distance.trimmingCharacters(in: .whitespaces)
        let digits = text.prefix { !$0.isLetter && !$0.isWhitespace }
        let unit = text.dropFirst(digits.count).trimmingCharacters(in: .whitespaces)
        guard let value = numbers.number(from: String(digits))?.doubleValue else { return -1 }
        let known = unit.isEmpty ? defaultUnit : Self.units.first { names(of: $0).contains(unit.lowercased()) }
        return known.map { value * Self.metres(in: $0) } ?? -1
    }

    /// Of a number of metres, as text.
    open override func string(for obj: Any?) -> String? {
        (obj as? NSNumber).map { string(fromDistance: $0.doubleValue) }
    }

    private static let units: [LengthFormatter.Unit] = [.meter, .kilometer, .foot, .yard, .mile]

    private static func metres(in unit: LengthFormatter.Unit) -> Double {
        switch unit {
        case .kilometer: 1000
        case .foot: 0.3048
        case .yard: 0.9144
        case .mile: 1609.344
        default: 1
        }
    }

    private func lengthFormatter(_ style: Formatter.UnitStyle) -> LengthFormatter {
        let formatter = LengthFormatter()
        formatter.numberFormatter.locale = locale ?? .current
        formatter.numberFormatter.numberStyle = .decimal
        formatter.unitStyle = style
        return formatter
    }

    /// What a number without a unit means.
    private var defaultUnit: LengthFormatter.Unit { isMetric ? .meter : .foot }

    private var isMetric: Bool {
        units == .metric || (units == .default && (locale ?? .current).measurementSystem == .metric)
    }

    private var usesYards: Bool {
        units == .imperialWithYards || (units == .default && (locale ?? .current).measurementSystem == .uk)
    }

    private func unit(of distance: CLLocationDistance) -> LengthFormatter.Unit {
        if isMetric { return abs(stepped(distance)) < 1000 ? .meter : .kilometer }
        // A quarter of a mile.
        guard abs(distance) < 402.336 else { return .mile }
        return usesYards ? .yard : .foot
    }

    private func stepped(_ value: Double) -> Double {
        abs(value) < 100 ? value.rounded() : (value / 50).rounded() * 50
    }

    private func names(of unit: LengthFormatter.Unit) -> Set<String> {
        var names: Set<String> = []
        for style in [Formatter.UnitStyle.short, .medium, .long] {
            let formatter = lengthFormatter(style)
            for value in [1.0, 2] { names.insert(formatter.unitString(fromValue: value, unit: unit).lowercased()) }
        }
        return names
    }
}
