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
        case .boolean(let flag): cbus_append_number(message, type("b"), flag ? 1 : 0) >= 0
        case .number(let number): cbus_append_number(message, type("u"), number) >= 0
        case .integer(let number): cbus_append_number(message, type("i"), UInt32(bitPattern: number)) >= 0
        case .byte(let number): cbus_append_number(message, type("y"), UInt32(number)) >= 0
        case .signed16(var number): cbus_append(message, type("n"), &number) >= 0
        case .unsigned16(var number): cbus_append(message, type("q"), &number) >= 0
        case .signed64(var number): cbus_append(message, type("x"), &number) >= 0
        case .unsigned64(var number): cbus_append(message, type("t"), &number) >= 0
        case .double(let number): cbus_append_double(message, number) >= 0
        case .text(let text): cbus_append_text(message, type("s"), text) >= 0
        case .path(let path): cbus_append_text(message, type("o"), path) >= 0
        case .time(let seconds, let microseconds):
            within(message, "r", "tt") {
                cbus_append_long(message, seconds) >= 0 && cbus_append_long(message, microseconds) >= 0
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

    private static func within(
        _ message: OpaquePointer, _ container: Character, _ contents: String, _ body: () -> Bool
    ) -> Bool {
        cbus_open_container(message, type(container), contents) >= 0 && body() && cbus_close_container(message) >= 0
    }

    private static func type(_ letter: Character) -> CChar { CChar(letter.asciiValue ?? 0) }
}
