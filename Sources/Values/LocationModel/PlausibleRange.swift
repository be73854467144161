/// The range in which locd believes a figure of a receiver, a track, another logger's file or a server.
///
/// All ranges are here, and every reader takes them from here: what is computed from figures within them does not
/// overflow. They are wide: nothing that moves on Earth or above it is outside.
package struct PlausibleRange: Sendable {
    /// The values that are believed.
    package let values: ClosedRange<Double>
    /// Whether a value outside counts as the nearest one inside. Otherwise it counts as absent.
    private let isClamped: Bool

    private init(_ values: ClosedRange<Double>, isClamped: Bool = false) {
        self.values = values
        self.isClamped = isClamped
    }

    /// Metres above the sea or the ellipsoid: from below the deepest sea to above every balloon.
    package static let altitude = PlausibleRange(-12_000...100_000)
    /// m/s: nothing that stays with Earth is faster.
    package static let speed = PlausibleRange(0...12_000)
    /// m/s, 68 %.
    package static let speedAccuracy = PlausibleRange(0...12_000)
    /// Metres, 68 %: at most half of the way around the Earth. A worse accuracy stays that bad, because a location
    /// without one would pass a limit; a better one than 1 mm is no better.
    package static let accuracy = PlausibleRange(0.001...20_037_508, isClamped: true)
    /// Degrees true.
    package static let course = PlausibleRange(0...360)
    /// Degrees, 68 %.
    package static let courseAccuracy = PlausibleRange(0...360)
    /// A dilution of precision. Receivers write 99.99 and the like if they do not know it.
    package static let dilution = PlausibleRange(0...1000)
    /// The number of satellites in view or in use.
    package static let satellites = PlausibleRange(0...1000)
    /// Degrees of a satellite above the horizon.
    package static let elevation = PlausibleRange(-90...90)
    /// dB-Hz of a satellite's signal; some receivers have a scale of their own.
    package static let signalStrength = PlausibleRange(0...255)
    /// The number of steps in one record: more than a year of walking.
    package static let steps = PlausibleRange(0...100_000_000)
    /// The number of floors in one record.
    package static let floors = PlausibleRange(0...10_000)
    /// Metres on foot in one record: around the Earth.
    package static let distanceOnFoot = PlausibleRange(0...40_075_017)
    /// The number of lines of a track.
    package static let lines = PlausibleRange(0...1_000_000_000_000, isClamped: true)
    /// dBm of a radio signal, as a signed byte has them.
    package static let signal = PlausibleRange(-128...127)
    /// Metres to a beacon: further than any radio reaches.
    package static let beaconDistance = PlausibleRange(0...100_000)
}

extension Double {
    /// The value, if it is within a range; `nil` or the nearest value inside otherwise, and `nil` for what is not a
    /// number.
    @inline(__always)
    package func within(_ range: PlausibleRange) -> Double? {
        range.bounded(self)
    }
}

extension Int {
    /// The value, if it is within a range; `nil` or the nearest value inside otherwise.
    package func within(_ range: PlausibleRange) -> Int? {
        range.bounded(Double(self)).map { Int(rounding: $0) }
    }
}

extension PlausibleRange {
    @inline(__always)
    fileprivate func bounded(_ value: Double) -> Double? {
        if values.contains(value) { return value }
        guard isClamped, !value.isNaN else { return nil }
        return min(max(value, values.lowerBound), values.upperBound)
    }
}
