/// Up to twelve satellite numbers, in place.
public struct SatelliteNumbers: Sendable, Hashable, Sequence {
    /// How many fields a GSA has for them.
    static let capacity = 12

    private var low: SIMD8<UInt16> = .zero
    private var high: SIMD4<UInt16> = .zero
    /// How many there are.
    public private(set) var count = 0

    /// None.
    init() {}

    /// Adds one; beyond twelve there is no room, and it is dropped.
    mutating func append(_ number: UInt16) {
        guard count < Self.capacity else { return }
        if count < 8 { low[count] = number } else { high[count - 8] = number }
        count += 1
    }

    /// The numbers in the order of the sentence.
    public struct Iterator: IteratorProtocol {
        let numbers: SatelliteNumbers
        var index = 0

        /// The next number.
        public mutating func next() -> UInt16? {
            guard index < numbers.count else { return nil }
            defer { index += 1 }
            return index < 8 ? numbers.low[index] : numbers.high[index - 8]
        }
    }

    /// Iterates in the order of the sentence.
    public func makeIterator() -> Iterator { Iterator(numbers: self) }
}
