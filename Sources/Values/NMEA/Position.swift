/// A point as sentences spell it, in degrees WGS 84.
public struct Position: Sendable, Hashable {
    /// Degrees north, -90...90.
    public var latitude: Double
    /// Degrees east, -180...180.
    public var longitude: Double
    /// Metres from one latitude that can be spelled to the next: 18.5 with two decimals of a minute, 1.85 with three.
    public var resolution: Double

    /// Takes degrees as they are, and metres.
    public init(latitude: Double, longitude: Double, resolution: Double = 0) {
        self.latitude = latitude
        self.longitude = longitude
        self.resolution = resolution
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
        let spelled = decimal()
        let northing = letter()
        let longitude = degrees(upTo: 180)
        let easting = letter()
        guard let spelled, let latitude = spelled.degrees(upTo: 90), let longitude else { return nil }
        let (north, east): (Bool, Bool)
        switch northing {
        case UInt8(ascii: "N"): north = true
        case UInt8(ascii: "S"): north = false
        default: return nil
        }
        switch easting {
        case UInt8(ascii: "E"): east = true
        case UInt8(ascii: "W"): east = false
        default: return nil
        }
        return Position(
            latitude: north ? latitude : -latitude, longitude: east ? longitude : -longitude,
            resolution: 1852 / Double(Int64(spelled.unit)))
    }
}
