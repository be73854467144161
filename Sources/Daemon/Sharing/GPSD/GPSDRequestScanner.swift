/// Finds the requests in the bytes of a gpsd client, however they are divided.
///
/// A request begins with a question mark and a name in capitals. After an equals sign follows an object, which ends
/// where its braces balance. Programs end a request with a semicolon, a line end, both or nothing. So lines have no
/// meaning here, and bytes between two requests are skipped. Pure and bounded.
package struct GPSDRequestScanner: Sendable {
    /// The maximum length of a request in bytes; real ones have less than 200.
    package static let maximumLength = 4096

    private enum State: Sendable, Hashable {
        /// Between requests.
        case outside
        /// In bytes that are not a request, until the end of the line.
        case skipping
        case name
        /// After the equals sign, before the object.
        case equals
        case object(depth: Int, isInString: Bool, isEscaped: Bool)
    }

    private var state = State.outside
    private var name: [UInt8] = []
    private var object: [UInt8] = []

    /// A scanner without any input.
    package init() {}

    /// The number of bytes held of an incomplete request.
    package var heldBytes: Int { name.count + object.count }

    /// Takes bytes and returns the requests that they complete, in order.
    package mutating func append(_ bytes: some Sequence<UInt8>) -> [GPSDRequest] {
        var requests: [GPSDRequest] = []
        for byte in bytes { take(byte, into: &requests) }
        return requests
    }

    private mutating func take(_ byte: UInt8, into requests: inout [GPSDRequest]) {
        switch state {
        case .outside: begin(byte)
        case .skipping:
            switch byte {
            case UInt8(ascii: "\n"), UInt8(ascii: ";"): state = .outside
            case UInt8(ascii: "?"): state = .name
            default: break
            }
        case .name: takeName(byte, into: &requests)
        case .equals:
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"): break
            case UInt8(ascii: "{"):
                object = [byte]
                state = .object(depth: 1, isInString: false, isEscaped: false)
            default: refuse("Invalid \(word): an object must follow '='", byte, into: &requests)
            }
        case .object(let depth, let isInString, let isEscaped):
            takeObject(byte, depth, isInString, isEscaped, into: &requests)
        }
    }

    private mutating func begin(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "?"): state = .name
        case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ";"): break
        // As gpsd: programs of its protocol before 3 (`w+`) and of others get no answer.
        default: state = .skipping
        }
    }

    private mutating func takeName(_ byte: UInt8, into requests: inout [GPSDRequest]) {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"):
            guard name.count < 32 else { return refuse("Unrecognized request '\(word)…'", byte, into: &requests) }
            name.append(byte)
        case UInt8(ascii: "="): state = .equals
        case UInt8(ascii: ";"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): finish(nil, into: &requests)
        case UInt8(ascii: " "), UInt8(ascii: "\t"): break
        // The next request begins: this one has no terminator.
        case UInt8(ascii: "?"):
            finish(nil, into: &requests)
            state = .name
        default: refuse("Unrecognized request '\(word)'", byte, into: &requests)
        }
    }

    private mutating func takeObject(
        _ byte: UInt8, _ depth: Int, _ isInString: Bool, _ isEscaped: Bool, into requests: inout [GPSDRequest]
    ) {
        guard object.count < Self.maximumLength else {
            return refuse("Request too long: at most \(Self.maximumLength) bytes", byte, into: &requests)
        }
        object.append(byte)
        if isInString {
            state = .object(
                depth: depth, isInString: isEscaped || byte != UInt8(ascii: "\""),
                isEscaped: !isEscaped && byte == UInt8(ascii: "\\"))
            return
        }
        switch byte {
        case UInt8(ascii: "\""): state = .object(depth: depth, isInString: true, isEscaped: false)
        case UInt8(ascii: "{"): state = .object(depth: depth + 1, isInString: false, isEscaped: false)
        case UInt8(ascii: "}") where depth == 1: finish(object, into: &requests)
        case UInt8(ascii: "}"): state = .object(depth: depth - 1, isInString: false, isEscaped: false)
        default: break
        }
    }

    private var word: String { String(decoding: name, as: UTF8.self) }

    private mutating func finish(_ object: [UInt8]?, into requests: inout [GPSDRequest]) {
        requests.append(GPSDRequest(name: name, object: object))
        reset(.outside)
    }

    private mutating func refuse(_ message: String, _ byte: UInt8, into requests: inout [GPSDRequest]) {
        requests.append(.invalid(message))
        reset(byte == UInt8(ascii: "\n") || byte == UInt8(ascii: ";") ? .outside : .skipping)
    }

    private mutating func reset(_ next: State) {
        name.removeAll()
        object.removeAll()
        state = next
    }
}
