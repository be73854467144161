/// Where the bow points: HDT, HDG, HDM, THS or PASHR. A figure that the sensor marks invalid is absent.
public struct HeadingSentence: Sendable, Hashable {
    /// Degrees true, 0..<360.
    public var trueHeading: Double?
    /// Degrees magnetic, 0..<360, deviation applied.
    public var magneticHeading: Double?
    /// The standard deviation of the heading in degrees, of PASHR only.
    public var accuracy: Double?

    /// HDT: heading, T. HDM: heading, M.
    init(plain fields: consuming FieldReader) {
        let heading = fields.direction()
        switch fields.letter() {
        case UInt8(ascii: "T"): trueHeading = heading
        case UInt8(ascii: "M"): magneticHeading = heading
        default: break
        }
    }

    /// HDG: sensor's heading, deviation, E or W, variation, E or W.
    init(sensor fields: consuming FieldReader) {
        guard let reading = fields.direction() else { return }
        let deviation = fields.variation()
        let variation = fields.variation()
        let magnetic = Self.normalized(reading + (deviation ?? 0))
        magneticHeading = magnetic
        trueHeading = variation.map { Self.normalized(magnetic + $0) }
    }

    /// THS: true heading, mode. Mode `V` means no heading; a sentence without a mode has one.
    init(trueAndStatus fields: consuming FieldReader) {
        let heading = fields.direction()
        if fields.letter() != UInt8(ascii: "V") { trueHeading = heading }
    }

    /// PASHR, as satellite compasses and inertial systems send it: time, heading, T, roll, pitch, heave, the standard
    /// deviations of roll, pitch and heading, and the quality, which is 0 while there is no solution.
    init(attitude fields: consuming FieldReader) {
        fields.skip()
        let heading = fields.direction()
        guard fields.letter() == UInt8(ascii: "T") else { return }
        fields.skip(5)
        let deviation = fields.deviation()
        guard fields.integer(in: 0...9) != 0 else { return }
        trueHeading = heading
        accuracy = deviation.flatMap { $0 <= 180 ? $0 : nil }
    }

    private static func normalized(_ degrees: Double) -> Double {
        degrees < 0 ? degrees + 360 : degrees >= 360 ? degrees - 360 : degrees
    }
}
