package import LocationModel

/// Says who writes, and in which schema. It stands at the start of each file, and wherever a writer began anew in it.
///
/// It has no time of its own: the track knows only the receiver's time, which the next record carries.
public struct TrackHeader: Sendable, Hashable {
    /// The schema that this version of the library writes.
    public static let currentSchema = 1

    /// The version of the schema, 1 or more.
    public var schema: Int
    /// The version of the program that wrote, such as `0.1.0`.
    public var version: String?
    /// The receiver as configured, such as `gpsd://localhost:2947`; of a file that was imported `file:` and its name.
    public var receiver: String?

    /// A header of the current schema, unless another is given.
    public init(schema: Int = currentSchema, version: String?, receiver: String?) {
        self.schema = schema
        self.version = version
        self.receiver = receiver
    }

    /// What an imported file begins with. `name`: that of the file that it was made of, without its directory.
    public static func imported(from name: String, version: String?) -> TrackHeader {
        TrackHeader(version: version, receiver: importMark + name)
    }

    private static let importMark = "file:"

    /// Whether the lines were imported rather than recorded. A recording that is configured as the receiver has a path.
    var isImported: Bool {
        guard let receiver, receiver.hasPrefix(Self.importMark) else { return false }
        return !receiver.utf8.contains(UInt8(ascii: "/"))
    }

    /// Whether this library knows the meaning of every record of that schema.
    public var isSupported: Bool { (1...Self.currentSchema).contains(schema) }
}

extension TrackHeader: JSONRecord {
    static let type: StaticString = "header"

    package func write(to members: inout some MemberWriter) {
        members.member("schema", schema)
        members.member(ifKnown: "version", version)
        members.member(ifKnown: "receiver", receiver)
    }

    package init(from members: inout some MemberReader) throws(MemberFault) {
        let schema = try members.requiredWhole("schema")
        guard schema >= 1 else { throw MemberFault(.invalid, "schema") }
        self.init(schema: schema, version: members.text("version"), receiver: members.text("receiver"))
    }
}
