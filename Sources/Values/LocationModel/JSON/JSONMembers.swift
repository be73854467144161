/// The members of one JSON object in a line of text: scanned once without allocating, then read by name.
///
/// If a name is repeated, the last member counts. A JSONDecoder takes about fifty times as long.
package struct JSONMembers: MemberReader {
    /// The room that ``init(_:in:)`` needs: more members than records have, in less than 1 KiB of the stack.
    package static let usualCount = 40

    private var scanner: JSONScanner
    /// The first members, as many as fit in the room, and the members after them.
    private let usual: UnsafeMutableBufferPointer<JSONMember>
    private var more: [JSONMember] = []
    private var count = 0
    /// The expected position of the next member, after the one that was read last.
    private var cursor = 0
    /// A bit for each name present, so that most absent names need no search.
    private var marks: UInt64 = 0
    /// Whether two names share a bit, so that they may be the same name.
    private var mayRepeat = false

    /// Creates a reader for a text, with room for some of the members that ``scan()`` finds. Text and room must outlive
    /// it.
    package init(_ bytes: UnsafeBufferPointer<UInt8>, in room: UnsafeMutableBufferPointer<JSONMember>) {
        scanner = JSONScanner(bytes)
        usual = room
    }

    /// Whether these bytes contain only white space.
    package static func isBlank(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var scanner = JSONScanner(bytes)
        scanner.skipWhitespace()
        return scanner.isAtEnd
    }

    /// Finds the members; false if the text is not one complete JSON object.
    package mutating func scan() -> Bool {
        guard scanner.bytes.count <= Int32.max else { return false }
        scanner.skipWhitespace()
        guard scanner.take(UInt8(ascii: "{")) else { return false }
        scanner.skipWhitespace()
        if !scanner.take(UInt8(ascii: "}")) {
            repeat {
                scanner.skipWhitespace()
                guard let name = scanner.string() else { return false }
                scanner.skipWhitespace()
                guard scanner.take(UInt8(ascii: ":")) else { return false }
                scanner.skipWhitespace()
                guard let member = JSONMember(name, readingValueFrom: &scanner) else { return false }
                add(member)
                scanner.skipWhitespace()
            } while scanner.take(UInt8(ascii: ","))
            guard scanner.take(UInt8(ascii: "}")) else { return false }
        }
        scanner.skipWhitespace()
        return scanner.isAtEnd
    }

    // MARK: - Values

    @inline(__always)
    package mutating func number(_ name: StaticString) -> Double? {
        guard let member = find(name), member.kind == .number else { return nil }
        let value = Double(bitPattern: member.payload)
        return value.isFinite ? value : nil
    }

    @inline(__always)
    package mutating func whole(_ name: StaticString) -> Int? {
        guard let value = number(name), value >= 0, value <= 9_007_199_254_740_992 else { return nil }
        return Int(exactly: value)
    }

    package mutating func text(_ name: StaticString) -> String? {
        guard let text = find(name)?.text else { return nil }
        return scanner.decode(text)
    }

    @inline(__always)
    package mutating func moment(_ name: StaticString) -> Timestamp? {
        guard let text = find(name)?.text else { return nil }
        return scanner.timestamp(text)
    }

    package mutating func flag(_ name: StaticString) -> Bool? {
        guard let member = find(name), member.kind == .flag else { return nil }
        return member.payload == 1
    }

    package mutating func holds(_ name: StaticString) -> Bool {
        guard let member = find(name) else { return false }
        return member.kind != .null
    }

    /// Whether a member is this word, spelled without escapes.
    @inline(__always)
    package mutating func spells(_ name: StaticString, _ word: StaticString) -> Bool {
        guard let text = find(name)?.text, !text.isEscaped else { return false }
        return scanner.matches(text.range, word)
    }

    package mutating func records<Record: JSONRecord>(_ name: StaticString, as: Record.Type) -> [Record]? {
        guard let range = find(name)?.nested else { return nil }
        return scanner.elements(of: range) { element in
            withUnsafeTemporaryAllocation(of: JSONMember.self, capacity: Self.usualCount) { room in
                var members = JSONMembers(element, in: room)
                guard members.scan() else { return nil }
                return try? Record(from: &members).map { [$0] } ?? []
            }
        }
    }

    package mutating func texts(_ name: StaticString) -> [String]? {
        guard let range = find(name)?.nested else { return nil }
        return scanner.elements(of: range) { element in
            var scanner = JSONScanner(element)
            return scanner.string().flatMap { scanner.decode($0) }.map { [$0] } ?? []
        }
    }

    // MARK: - Names

    @inline(__always)
    private mutating func find(_ name: StaticString) -> JSONMember? {
        if cursor < min(count, usual.count), !mayRepeat, isNamed(usual[cursor], name) {
            cursor += 1
            return usual[cursor - 1]
        }
        guard marks & JSONMember.mark(of: name) != 0 else { return nil }
        return search(name)
    }

    /// The last member of a name.
    @inline(never)
    private mutating func search(_ name: StaticString) -> JSONMember? {
        var index = count
        while index > 0 {
            index -= 1
            let member = index < usual.count ? usual[index] : more[index - usual.count]
            guard isNamed(member, name) else { continue }
            cursor = index + 1
            return member
        }
        return nil
    }

    @inline(__always)
    private func isNamed(_ member: JSONMember, _ name: StaticString) -> Bool {
        member.isNameEscaped
            ? scanner.decode(member.name) == name.description : scanner.matches(member.name.range, name)
    }

    @inline(__always)
    private mutating func add(_ member: JSONMember) {
        let mark = member.isNameEscaped ? .max : JSONMember.mark(of: scanner.bytes, member.name.range)
        mayRepeat = mayRepeat || marks & mark != 0
        marks |= mark
        if count < usual.count { usual.initializeElement(at: count, to: member) } else { more.append(member) }
        count += 1
    }

    /// Whether the type is that of a location, as in nearly all lines.
    package var isLocation: Bool {
        mutating get { spells("type", "location") }
    }

    /// Reads a location directly, without checking the other types of events.
    package mutating func location() throws(MemberFault) -> Location {
        try Location(from: &self)
    }

    /// The type, if it is that of an event.
    package mutating func kind() -> LocationEvent.Kind? {
        word("type", as: LocationEvent.Kind.self)
    }

    /// Reads an event of a type; see ``LocationEvent/read(_:from:)``.
    package mutating func event(_ kind: LocationEvent.Kind) throws(MemberFault) -> LocationEvent? {
        try LocationEvent.read(kind, from: &self)
    }
}
