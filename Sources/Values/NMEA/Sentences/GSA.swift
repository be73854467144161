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

/// Up to twelve satellite numbers, in place.
public struct SatelliteNumbers: Sendable, Hashable, Sequence {
    /// How many fields a GSA has for them.
    static let capacity = 12

    /// Four in each, the first in the lowest bits.
    private var first: UInt64 = 0
    private var second: UInt64 = 0
    private var third: UInt64 = 0
    /// How many there are.
    public private(set) var count = 0

    init() {}

    /// Adds one; beyond twelve there is no room, and it is dropped.
    mutating func append(_ number: UInt16) {
        guard count < Self.capacity else { return }
        let placed = UInt64(number) << UInt64(truncatingIfNeeded: (count & 3) &* 16)
        switch count >> 2 {
        case 0: first |= placed
        case 1: second |= placed
        default: third |= placed
        }
        count &+= 1
    }

    /// The numbers in the order of the sentence.
    public struct Iterator: IteratorProtocol {
        let numbers: SatelliteNumbers
        var index = 0

        /// The next number.
        public mutating func next() -> UInt16? {
            guard index < numbers.count else { return nil }
            defer { index += 1 }
            let four = index < 4 ? numbers.first : index < 8 ? numbers.second : numbers.third
            return UInt16(truncatingIfNeeded: four >> UInt64(index % 4 * 16))
        }
    }

    /// Iterates in the order of the sentence.
    public func makeIterator() -> Iterator { Iterator(numbers: self) }
}
