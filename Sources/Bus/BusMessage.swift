import CBus

/// The arguments of sd-bus's messages, as values.
package enum BusMessage {
    /// The next arguments of a message; a variant as what it holds.
    package static func arguments(of message: OpaquePointer, atMost count: Int) -> [BusValue] {
        var arguments: [BusValue] = []
        while arguments.count < count, let value = next(message) { arguments.append(value) }
        return arguments
    }

    /// The next argument, an array of texts; those behind the first `count` are left out. `nil` if it is something else.
    package static func texts(of message: OpaquePointer, atMost count: Int) -> [String]? {
        guard cbus_enter_texts(message) > 0 else { return nil }
        defer { _ = cbus_leave(message) }
        var texts: [String] = []
        while texts.count < count, case .text(let text)? = basic(message) { texts.append(text) }
        return texts
    }

    private static func next(_ message: OpaquePointer) -> BusValue? {
        if let value = basic(message) { return value }
        for contents in ["s", "u", "b"] where cbus_enter_variant(message, contents) > 0 {
            // Nothing is read behind a variant: it is the last argument of Set.
            return basic(message)
        }
        return nil
    }

    private static func basic(_ message: OpaquePointer) -> BusValue? {
        var text: UnsafePointer<CChar>?
        if cbus_read_text(message, type("s"), &text) > 0, let text { return .text(String(cString: text)) }
        if cbus_read_text(message, type("o"), &text) > 0, let text { return .path(String(cString: text)) }
        var number: UInt32 = 0
        if cbus_read_number(message, type("u"), &number) > 0 { return .number(number) }
        if cbus_read_number(message, type("b"), &number) > 0 { return .boolean(number != 0) }
        return nil
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
        }
    }

    private static func within(
        _ message: OpaquePointer, _ container: Character, _ contents: String, _ body: () -> Bool
    ) -> Bool {
        cbus_open_container(message, type(container), contents) >= 0 && body() && cbus_close_container(message) >= 0
    }

    private static func type(_ letter: Character) -> CChar { CChar(letter.asciiValue ?? 0) }
}
