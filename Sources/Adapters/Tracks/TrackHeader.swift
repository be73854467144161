package import LocationModel

/// Names the writer and the schema. It is at the start of each file, and wherever a writer started again in the file.
///
/// It has no time: the track contains only the receiver's time, which the next record carries.
public struct TrackHeader: Sendable, Hashable {
    /// The schema that this version of the library writes.
    public static let currentSchema = 1

    /// The version of the schema, 1 or more.
    public var schema: Int
    /// The version of the program that wrote the lines, such as `0.1.0`.
    public var version: String?
    /// The receiver as configured, such as `gpsd://localhost:2947`; for an imported file, `file:` and its name.
    public var receiver: String?
    /// The run of the program that wrote the lines: equal in all headers of one run, different in those of another. If
    /// systemd started the program, it is the `INVOCATION_ID`, so that the journal knows the run too. A file that
    /// others moved or changed begins a run of its own.
    public var run: String?
    /// Whether the recorder held the position while nothing moved, as it does unless its configuration says otherwise.
    public var holdsPositionWhenStationary: Bool

    /// Creates a header, by default of the current schema.
    public init(
        schema: Int = currentSchema, version: String?, receiver: String?, run: String? = nil,
        holdsPositionWhenStationary: Bool = true
    ) {
        self.schema = schema
        self.version = version
        self.receiver = receiver
        self.run = run
        self.holdsPositionWhenStationary = holdsPositionWhenStationary
    }

    /// The header of an imported file. `name` is the name of the original file, without its directory.
    public static func imported(from name: String, version: String?, run: String? = nil) -> TrackHeader {
        TrackHeader(version: version, receiver: importMark + name, run: run)
    }

    /// A new random name for a run: 32 hexadecimal digits.
    public static func newRun() -> String {
        (0..<2).map { _ in UInt64.random(in: 0...UInt64.max).hexadecimal }.joined()
    }

    /// The name of a run that systemd may have started: its `INVOCATION_ID` if valid, otherwise a new name.
    public static func run(environment: [String: String]) -> String {
        guard let name = environment["INVOCATION_ID"], name.utf8.count == 32,
            name.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
        else { return newRun() }
        return name
    }

    private static let importMark = "file:"

    /// Whether the lines were imported rather than recorded. A recording configured as the receiver has a path.
    public var isImported: Bool {
        guard let receiver, receiver.hasPrefix(Self.importMark) else { return false }
        return !receiver.utf8.contains(UInt8(ascii: "/"))
    }

    /// Whether this library knows every record of the schema.
    public var isSupported: Bool { (1...Self.currentSchema).contains(schema) }
}

extension TrackHeader: JSONRecord {
    static let type: StaticString = "header"

    package func write(to members: inout some MemberWriter) {
        members.member("schema", schema)
        members.member(ifKnown: "version", version)
        members.member(ifKnown: "receiver", receiver)
        members.member(ifKnown: "run", run)
        if !holdsPositionWhenStationary { members.member("holdsPositionWhenStationary", false) }
    }

    package init(from members: inout some MemberReader) throws(MemberFault) {
        let schema = try members.requiredWhole("schema")
        guard schema >= 1 else { throw MemberFault(.invalid, "schema") }
        self.init(
            schema: schema, version: members.text("version"), receiver: members.text("receiver"),
            run: members.text("run"),
            holdsPositionWhenStationary: members.flag("holdsPositionWhenStationary") ?? true)
    }
}
