extension JSONScanner {
    /// The maximum number of elements of an array.
    private static let maximumElements = 10_000

    /// Reads the elements of a value that was skipped; `nil` if it is no array, or if one of them cannot be read.
    func elements<Element>(
        of value: Range<Int>, _ read: (UnsafeBufferPointer<UInt8>) -> [Element]?
    ) -> [Element]? {
        var scanner = JSONScanner(UnsafeBufferPointer(rebasing: bytes[value]))
        guard scanner.take(UInt8(ascii: "[")) else { return nil }
        scanner.skipWhitespace()
        guard !scanner.take(UInt8(ascii: "]")) else { return [] }
        var elements: [Element] = []
        repeat {
            scanner.skipWhitespace()
            let start = scanner.index
            guard scanner.skipValue(), elements.count < Self.maximumElements,
                let read = read(UnsafeBufferPointer(rebasing: scanner.bytes[start..<scanner.index]))
            else { return nil }
            elements += read
            scanner.skipWhitespace()
        } while scanner.take(UInt8(ascii: ","))
        return elements
    }
}
