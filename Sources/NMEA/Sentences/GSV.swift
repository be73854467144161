/// Satellites in view: one of several messages of one talker and, from NMEA 4.10 on, one signal.
public struct GSV: Sendable, Hashable {
    /// Who sent it.
    public var talker: Talker
    /// How many messages the view has, 1 or more.
    public var messages: Int
    /// Which one this is, 1...messages.
    public var message: Int
    /// Up to four satellites.
    public var satellites: SatellitesInView
    /// The signal of the figures (NMEA 4.10), 0 to 15, where named.
    public var signal: Int?

    /// `nil` where the numbering is malformed: it could not be put in its place.
    init?(_ fields: consuming FieldReader, talker: Talker) {
        self.talker = talker
        guard let messages = fields.integer(in: 1...99), let message = fields.integer(in: 1...messages) else {
            return nil
        }
        self.messages = messages
        self.message = message
        fields.skip()
        satellites = SatellitesInView()
        // Four fields each; one left over is the signal.
        while fields.remaining >= 4 {
            guard let satellite = SatelliteInView(&fields) else { continue }
            satellites.append(satellite)
        }
        signal = fields.remaining == 1 ? fields.letter().flatMap(Self.hexadecimal) : nil
    }

    private static func hexadecimal(_ byte: UInt8) -> Int? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte) - 48
        case UInt8(ascii: "A")...UInt8(ascii: "F"): Int(byte) - 55
        default: nil
        }
    }
}

extension Formatter {
    static var gsv: UInt64 { pack("G", "S", "V") }
}
