/// Dimensions of the solution, its satellites and dilutions; one per system in newer receivers.
public struct GSA: Sendable, Hashable {
    /// Who sent it.
    public var talker: Talker
    /// 1: no solution, 2: latitude and longitude, 3: altitude too.
    public var dimensions: Int?
    /// The numbers of the satellites in the solution.
    public var satellites: SatelliteNumbers
    /// Position dilution of precision, above 0.
    public var pdop: Double?
    /// Horizontal dilution of precision, above 0.
    public var hdop: Double?
    /// Vertical dilution of precision, above 0.
    public var vdop: Double?
    /// The system of the satellites: NMEA 4.11's field, else the talker's.
    public var system: SatelliteSystem?

    init(_ fields: consuming FieldReader, talker: Talker) {
        self.talker = talker
        fields.skip()
        dimensions = fields.integer(in: 1...3)
        satellites = SatelliteNumbers()
        for _ in 0..<SatelliteNumbers.capacity {
            if let number = fields.twoDigits() {
                if let number, number > 0 { satellites.append(number) }
            } else if let number = fields.integer(in: 1...999) {
                satellites.append(UInt16(number))
            }
        }
        pdop = fields.dilution()
        let horizontal = fields.horizontalDilution()
        // Without a fix it says nothing.
        hdop = dimensions == 1 ? nil : horizontal
        vdop = fields.dilution()
        system = fields.integer(in: 1...6).flatMap { SatelliteSystem(rawValue: UInt8($0)) } ?? talker.system
    }
}

extension Formatter {
    static var gsa: UInt64 { pack("G", "S", "A") }
}
