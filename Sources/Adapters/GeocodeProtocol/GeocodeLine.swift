import FoundationEssentials

/// One message between the daemon and locd-geocode: one line of JSON, and nothing after it.
package enum GeocodeLine {
    /// A message that is not one line of JSON with the expected members.
    package struct Malformed: Error, Equatable {
        package init() {}
    }

    /// Writes a message, with its line feed.
    package static func write(_ message: some Encodable) throws(Malformed) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return [UInt8](try encoder.encode(message)) + [0x0A]
        } catch {
            throw Malformed()
        }
    }

    /// Reads a message.
    /// - Parameter maximum: A longer line is refused; bytes, the line feed included.
    package static func read<Message: Decodable>(
        _ type: Message.Type, from bytes: some Collection<UInt8>, maximum: Int
    ) throws(Malformed) -> Message {
        guard bytes.count <= maximum, let end = bytes.firstIndex(of: 0x0A), bytes.index(after: end) == bytes.endIndex
        else { throw Malformed() }
        do {
            return try JSONDecoder().decode(type, from: Data(bytes[..<end]))
        } catch {
            throw Malformed()
        }
    }
}
