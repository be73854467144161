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
        var left = fields.remaining
        while left >= 4 {
            left -= 4
            guard let satellite = SatelliteInView(&fields) else { continue }
            satellites.append(satellite)
        }
        signal = left == 1 ? fields.letter()?.hexadecimalValue.map(Int.init) : nil
    }
}

/// Up to four satellites, in place.
public struct SatellitesInView: Sendable, Hashable, Sequence {
    private var first: SatelliteInView?
    private var second: SatelliteInView?
    private var third: SatelliteInView?
    private var fourth: SatelliteInView?
    /// How many there are.
    public private(set) var count = 0

    init() {}

    /// Adds one; a fifth is dropped: no GSV has it.
    mutating func append(_ satellite: SatelliteInView) {
        switch count {
        case 0: first = satellite
        case 1: second = satellite
        case 2: third = satellite
        case 3: fourth = satellite
        default: return
        }
        count += 1
    }

    /// The satellites in the order of the sentence.
    public struct Iterator: IteratorProtocol {
        let satellites: SatellitesInView
        var index = 0

        /// The next satellite.
        public mutating func next() -> SatelliteInView? {
            defer { index += 1 }
            return switch index {
            case 0: satellites.first
            case 1: satellites.second
            case 2: satellites.third
            case 3: satellites.fourth
            default: nil
            }
        }
    }

    /// Iterates in the order of the sentence.
    public func makeIterator() -> Iterator { Iterator(satellites: self) }
}

/// One satellite of a GSV.
public struct SatelliteInView: Sendable, Hashable {
    /// The number that the receiver gives it, 1...999; numbering schemes differ.
    public var number: UInt16
    /// Degrees above the horizon, -90...90.
    public var elevation: Double?
    /// Degrees true, 0..<360.
    public var azimuth: Double?
    /// Carrier-to-noise density in dB-Hz, above 0; absent while not tracked.
    public var signalStrength: Double?

    /// Reads four fields; `nil` if the first is not a satellite number.
    init?(_ fields: inout FieldReader) {
        let number = fields.integer(in: 1...999)
        let elevation = fields.number()
        let azimuth = fields.direction()
        let strength = fields.magnitude()
        guard let number else { return nil }
        self.number = UInt16(number)
        self.elevation = elevation.flatMap { abs($0) <= 90 ? $0 : nil }
        self.azimuth = azimuth
        signalStrength = strength.flatMap { $0 > 0 && $0 < 100 ? $0 : nil }
    }
}
