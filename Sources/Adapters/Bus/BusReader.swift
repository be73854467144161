import CBus

/// Reads the values of a message, nested as they are. A message of others is hostile until it is read: what is nested
/// too deeply or is too large is refused as a whole.
struct BusReader {
    /// Containers within containers; BlueZ's objects have seven.
    static let maximumDepth = 16
    /// Values of one message; BlueZ's objects have about fifty for each device.
    static let maximumValues = 131_072
    /// Bytes of texts and arrays of bytes of one message.
    static let maximumBytes = 8_388_608

    private let message: OpaquePointer
    private var values = 0
    private var bytes = 0

    init(_ message: OpaquePointer) { self.message = message }

    /// The next value; `nil` at the end of the message or of its container, and for what is refused.
    mutating func next(depth: Int = 0) -> BusValue? {
        var type: CChar = 0
        var contents: UnsafePointer<CChar>?
        values += 1
        guard depth < Self.maximumDepth, values <= Self.maximumValues, cbus_peek(message, &type, &contents) > 0
        else { return nil }
        let held = contents.map { String(cString: $0) } ?? ""
        switch Character(Unicode.Scalar(UInt8(bitPattern: type))) {
        case "b": return number(type, 0 as UInt32) { .boolean($0 != 0) }
        case "u": return number(type, 0 as UInt32) { .number($0) }
        case "i": return number(type, 0 as Int32) { .integer($0) }
        case "y": return number(type, 0 as UInt8) { .byte($0) }
        case "n": return number(type, 0 as Int16) { .signed16($0) }
        case "q": return number(type, 0 as UInt16) { .unsigned16($0) }
        case "x": return number(type, 0 as Int64) { .signed64($0) }
        case "t": return number(type, 0 as UInt64) { .unsigned64($0) }
        case "d": return number(type, 0 as Double) { .double($0) }
        case "s", "g": return text(type).map { .text($0) }
        case "o": return text(type).map { .path($0) }
        case "v":
            return within(type, held) { reader in reader.next(depth: depth + 1) }
        case "r":
            return within(type, held) { reader in reader.all(depth: depth + 1).map { .structure($0) } }
        case "a" where held == "y": return octets()
        case "a" where held.hasPrefix("{"): return dictionary(type, held, depth: depth)
        case "a":
            return within(type, held) { reader in
                reader.all(depth: depth + 1).map { values in
                    guard held == "s" else { return .array(values, of: held) }
                    return .names(values.compactMap { if case .text(let text) = $0 { text } else { nil } })
                }
            }
        default: return nil
        }
    }

    /// All values up to the end of the message or of its container; `nil` if one is refused.
    mutating func all(depth: Int = 0) -> [BusValue]? {
        var values: [BusValue] = []
        while !isAtEnd {
            guard let value = next(depth: depth) else { return nil }
            values.append(value)
        }
        return values
    }

    private var isAtEnd: Bool {
        var type: CChar = 0
        return cbus_peek(message, &type, nil) == 0
    }

    private mutating func dictionary(_ type: CChar, _ held: String, depth: Int) -> BusValue? {
        let pair = String(held.dropFirst().dropLast())
        let entries = within(type, held) { reader -> [BusValue.Entry]? in
            var entries: [BusValue.Entry] = []
            while !reader.isAtEnd {
                let entry = reader.within(0x65, pair) { reader -> BusValue.Entry? in
                    guard let key = reader.next(depth: depth + 2), let value = reader.next(depth: depth + 2) else {
                        return nil
                    }
                    return BusValue.Entry(key, value)
                }
                guard let entry else { return nil }
                entries.append(entry)
            }
            return entries
        }
        guard let entries else { return nil }
        guard held == "{sv}" else { return .dictionary(entries, of: held) }
        return .properties(
            entries.compactMap { entry in
                if case .text(let name) = entry.key { BusValue.Property(name, entry.value) } else { nil }
            })
    }

    private mutating func within<Value>(
        _ type: CChar, _ contents: String, _ body: (inout BusReader) -> Value?
    ) -> Value? {
        guard cbus_enter(message, type, contents) > 0, let value = body(&self), cbus_leave(message) >= 0 else {
            return nil
        }
        return value
    }

    private func number<Number: BitwiseCopyable>(
        _ type: CChar, _ zero: Number, _ value: (Number) -> BusValue
    ) -> BusValue? {
        var number = zero
        return cbus_read(message, type, &number) > 0 ? value(number) : nil
    }

    private mutating func text(_ type: CChar) -> String? {
        var pointer: UnsafePointer<CChar>?
        guard cbus_read(message, type, &pointer) > 0, let pointer else { return nil }
        let text = String(cString: pointer)
        bytes += text.utf8.count
        return bytes <= Self.maximumBytes ? text : nil
    }

    private mutating func octets() -> BusValue? {
        var pointer: UnsafeRawPointer?
        var count = 0
        guard cbus_read_bytes(message, &pointer, &count) >= 0 else { return nil }
        bytes += count
        guard bytes <= Self.maximumBytes else { return nil }
        return .bytes([UInt8](UnsafeRawBufferPointer(start: pointer, count: count)))
    }
}
