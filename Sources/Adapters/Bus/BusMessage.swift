import CBus

/// The arguments of sd-bus's messages, as values.
package enum BusMessage {
    /// The first arguments of a message; a variant as what it holds. It ends before one that cannot be read.
    package static func arguments(of message: OpaquePointer, atMost count: Int) -> [BusValue] {
        var reader = BusReader(message)
        var arguments: [BusValue] = []
        while arguments.count < count, let value = reader.next() { arguments.append(value) }
        return arguments
    }

    /// All arguments of a message; `nil` if one cannot be read.
    package static func arguments(of message: OpaquePointer) -> [BusValue]? {
        var reader = BusReader(message)
        return reader.all()
    }

    /// Appends arguments; false if sd-bus takes one not.
    package static func append(_ values: [BusValue], to message: OpaquePointer) -> Bool {
        values.allSatisfy { append($0, to: message) }
    }

    private static func append(_ value: BusValue, to message: OpaquePointer) -> Bool {
        switch value {
        case .boolean(let flag): append(type("b"), flag ? 1 : 0 as UInt32, to: message)
        case .number(let number): append(type("u"), number, to: message)
        case .integer(let number): append(type("i"), number, to: message)
        case .byte(let number): append(type("y"), number, to: message)
        case .signed16(let number): append(type("n"), number, to: message)
        case .unsigned16(let number): append(type("q"), number, to: message)
        case .signed64(let number): append(type("x"), number, to: message)
        case .unsigned64(let number): append(type("t"), number, to: message)
        case .double(let number): append(type("d"), number, to: message)
        case .text(let text): cbus_append_text(message, type("s"), text) >= 0
        case .path(let path): cbus_append_text(message, type("o"), path) >= 0
        case .time(let seconds, let microseconds):
            within(message, "r", "tt") {
                append(type("t"), seconds, to: message) && append(type("t"), microseconds, to: message)
            }
        case .variant(let held): within(message, "v", held.signature) { append(held, to: message) }
        case .properties(let properties):
            within(message, "a", "{sv}") {
                properties.allSatisfy { property in
                    within(message, "e", "sv") {
                        append(.text(property.name), to: message) && append(.variant(property.value), to: message)
                    }
                }
            }
        case .names(let names):
            within(message, "a", "s") { names.allSatisfy { append(.text($0), to: message) } }
        case .bytes(let bytes): cbus_append_bytes(message, bytes, bytes.count) >= 0
        case .array(let values, let element): within(message, "a", element) { append(values, to: message) }
        case .dictionary(let entries, let entry):
            within(message, "a", entry) {
                entries.allSatisfy { each in
                    within(message, "e", String(entry.dropFirst().dropLast())) {
                        append(each.key, to: message) && append(each.value, to: message)
                    }
                }
            }
        case .structure(let members):
            within(message, "r", members.map(\.signature).joined()) { append(members, to: message) }
        }
    }

    private static func append<Number: BitwiseCopyable>(
        _ type: CChar, _ number: Number, to message: OpaquePointer
    ) -> Bool {
        withUnsafePointer(to: number) { cbus_append(message, type, $0) } >= 0
    }

    private static func within(
        _ message: OpaquePointer, _ container: Character, _ contents: String, _ body: () -> Bool
    ) -> Bool {
        cbus_open_container(message, type(container), contents) >= 0 && body() && cbus_close_container(message) >= 0
    }

    private static func type(_ letter: Character) -> CChar { CChar(letter.asciiValue ?? 0) }
}
