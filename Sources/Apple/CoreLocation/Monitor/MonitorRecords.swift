/// The stored data of a monitor: its conditions, and the last handled state of each.
struct MonitorRecords: Codable, Sendable {
    struct Entry: Codable, Sendable {
        var circle: CLMonitor.CircularGeographicCondition?
        var beacon: CLMonitor.BeaconIdentityCondition?
        var state: CLMonitor.Event.State
        var date: Date

        var condition: (any CLCondition)? { circle ?? beacon }
    }

    var entries: [String: Entry] = [:]

    init() {}

    /// Reads all entries that this version understands.
    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        entries = try values.decode([String: Lossy<Entry>].self, forKey: .entries).compactMapValues(\.value)
    }

    /// The directory of the user's state, as in the XDG base directory specification.
    static func directory(environment: [String: String]) -> URL {
        let home = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? URL(fileURLWithPath: $0) : nil }
        return home ?? FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent(".local/state")
    }

    static func file(of name: String, program: String, in directory: URL) -> URL {
        // A bundle's identifier or the name of a process; it must stay one component.
        let program = program.replacingOccurrences(of: "/", with: "_")
        return directory.appendingPathComponent("CoreLocation").appendingPathComponent(program)
            .appendingPathComponent("\(name).monitor")
    }

    /// The content of a file; empty if it is missing or damaged.
    /// - Throws: If there is a file that cannot be read.
    init(from file: URL) throws {
        let data: Data
        do {
            data = try Data(contentsOf: file)
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile || error.code == .fileNoSuchFile {
            return
        }
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: Figure.infinity, negativeInfinity: Figure.negativeInfinity, nan: Figure.nan)
        let read = try? decoder.decode(Self.self, from: data)
        entries = (read?.entries ?? [:]).filter { $0.value.condition != nil }
    }

    /// Replaces a file atomically.
    func write(to file: URL) throws {
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        let encoder = JSONEncoder()
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: Figure.infinity, negativeInfinity: Figure.negativeInfinity, nan: Figure.nan)
        try encoder.encode(self).write(to: file, options: .atomic)
    }

    /// Numbers that JSON does not have: a condition with such numbers must not prevent the others from being written.
    private enum Figure {
        static let infinity = "inf"
        static let negativeInfinity = "-inf"
        static let nan = "nan"
    }
}

/// A value of a list that costs only itself if it cannot be read.
package struct Lossy<Value: Decodable>: Decodable {
    /// `nil` if it cannot be read.
    package let value: Value?

    /// Reads a value, or nothing.
    package init(from decoder: any Decoder) {
        value = try? Value(from: decoder)
    }
}
