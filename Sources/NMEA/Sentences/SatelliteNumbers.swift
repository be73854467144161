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

    /// None.
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
