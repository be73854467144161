/// A point as sentences spell it, in degrees WGS 84.
public struct Position: Sendable, Hashable {
    /// Degrees north, -90...90.
    public var latitude: Double
    /// Degrees east, -180...180.
    public var longitude: Double

    /// Takes degrees as they are.
    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }
}

extension Decimal {
    /// Degrees of `dddmm.mmm`, exact to the last bit of the sentence; `nil` where the minutes reach 60 or the degrees
    /// exceed `limit`.
    @inline(__always)
    func degrees(upTo limit: UInt64) -> Double? {
        guard !isNegative else { return nil }
        let degrees = whole / 100
        let minutes = whole % 100 * unit + fraction
        guard minutes < unit * 60, degrees < limit || (degrees == limit && minutes == 0) else { return nil }
        // All of them are far below 2^63, and signed numbers take one instruction to convert.
        return Double(Int64(degrees)) + Double(Int64(minutes)) / (Double(Int64(unit)) * 60)
    }
}

extension FieldReader {
    /// Four fields: `ddmm.mmm`, N or S, `dddmm.mmm`, E or W. `nil` where one of them is missing or malformed: half a
    /// position is none.
    mutating func position() -> Position? {
        let latitude = degrees(upTo: 90)
        let northing = letter()
        let longitude = degrees(upTo: 180)
        let easting = letter()
        guard let latitude, let longitude else { return nil }
        let north: Bool
        switch northing {
        case UInt8(ascii: "N"): north = true
        case UInt8(ascii: "S"): north = false
        default: return nil
        }
        switch easting {
        case UInt8(ascii: "E"): return Position(latitude: north ? latitude : -latitude, longitude: longitude)
        case UInt8(ascii: "W"): return Position(latitude: north ? latitude : -latitude, longitude: -longitude)
        default: return nil
        }
    }
}
