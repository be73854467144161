internal import LocationModel
public import LocdConfiguration

/// Reads publish.yaml and collects all problems: a file with a problem is rejected as a whole.
struct PublishConfigurationReader {
    /// The keys of the top level.
    enum Key: String, CaseIterable {
        case tracks, state, regions, metrics, sinks
    }

    /// More would be a mistake, and each has threads of its own.
    static let maximumSinks = 32

    private(set) var configuration = PublishConfiguration()
    var problems: ConfigurationProblemList { fields.problems }
    private var fields: YAMLFields

    init(path: String, text: [UInt8]) {
        let (read, entries) = YAMLFields.read(
            text, path: path, maximumDepth: 4, "begin with sinks: and write the sinks indented below it")
        fields = read
        for entry in entries {
            switch Key(rawValue: entry.key.text) {
            case .tracks: take(entry, \.tracks)
            case .state: take(entry, \.state)
            case .regions: take(entry, \.regions)
            case .metrics:
                if let path = fields.value(of: entry, in: nil, ValueForm<String?>.path(or: "none")) {
                    configuration.metrics = path
                }
            case .sinks:
                let nodes = fields.list(
                    of: entry, in: nil, atMost: Self.maximumSinks, "write each sink as - name: NAME")
                for (index, node) in nodes.enumerated() { readSink(node, "sinks[\(index)]") }
            case nil: fields.complainOfUnknown(entry, in: nil, among: Key.allCases.map(\.rawValue))
            }
        }
    }

    private mutating func take(_ entry: YAMLEntry, _ path: WritableKeyPath<PublishConfiguration, String>) {
        if let value = fields.value(of: entry, in: nil, ValueForm<String>.path()) {
            configuration[keyPath: path] = value
        }
    }

    private mutating func readSink(_ node: YAMLNode, _ place: String) {
        var entries = fields.entries(of: node, named: place, "write name:, type: and what the type needs")
        let before = fields.problems.count
        func take(_ name: String) -> YAMLEntry? {
            entries.firstIndex { $0.key.text == name }.map { entries.remove(at: $0) }
        }
        let name = take("name")
        let type = take("type")
        guard let name, let type else {
            if fields.problems.count == before, !entries.isEmpty || name != nil || type != nil {
                fields.complain(
                    .missing, node.position, place, "the sink has no \(name == nil ? "name" : "type")",
                    "write name: NAME and type: \(PublishSink.Kind.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            return
        }
        guard let text = fields.value(of: name, in: place, .sinkName),
            let kind: PublishSink.Kind = fields.value(of: type, in: place, .word)
        else { return }
        if configuration.sinks.contains(where: { $0.name == text }) {
            fields.complain(
                .duplicateKey, name.position, "\(place).name", "another sink is called \(text.quoted)",
                "give each sink a name of its own")
            return
        }
        var sink = PublishSink(name: text, kind: kind)
        let keys = PublishSinkKey.all.filter { $0.kinds.contains(kind) }
        for entry in entries {
            if let key = keys.first(where: { $0.name == entry.key.text }) {
                key.read(entry, place, &fields, &sink)
            } else if let other = PublishSinkKey.all.first(where: { $0.name == entry.key.text }) {
                fields.complain(
                    .unknownKey, entry.position, "\(place).\(other.name)",
                    "a sink of type \(kind.rawValue) has no such key",
                    "remove it; it is for \(other.kinds.map(\.rawValue).sorted().joined(separator: ", "))")
            } else {
                fields.complainOfUnknown(entry, in: place, among: ["name", "type"] + keys.map(\.name))
            }
        }
        guard fields.problems.count == before else { return }
        check(sink, node.position, place)
        configuration.sinks.append(sink)
    }

    /// Problems that one key alone does not show.
    private mutating func check(_ sink: PublishSink, _ position: YAMLPosition, _ place: String) {
        func complain(_ key: String, _ what: String, _ remedy: String) {
            fields.complain(.badValue, position, "\(place).\(key)", what, remedy)
        }
        switch sink.kind {
        case .ownTracksHTTP, .traccar:
            if !["http://", "https://"].contains(where: sink.url.lowercased().hasPrefix) {
                complain(
                    "url", sink.url.isEmpty ? "the sink has no url" : "the url is not of an HTTP server",
                    "write url: https://HOST/PATH")
            }
        case .mqtt, .homeAssistant:
            if !["mqtt://", "mqtts://"].contains(where: sink.url.lowercased().hasPrefix) {
                complain(
                    "url", sink.url.isEmpty ? "the sink has no url" : "the url is not of a broker",
                    "write url: mqtts://HOST[:PORT]")
            }
        case .command:
            if sink.command.isEmpty {
                complain("command", "the sink has no command", "write command: [/path/of/program, ARGUMENT, …]")
            }
        }
        if sink.passwordFile != nil, sink.passwordCredential != nil {
            complain("passwordCredential", "there are two passwords", "remove passwordFile or passwordCredential")
        }
        if sink.user == nil, sink.passwordFile != nil || sink.passwordCredential != nil {
            complain("user", "there is a password and no user", "write user: NAME")
        }
        if (sink.key == nil) != (sink.certificate == nil) {
            complain("certificate", "a certificate and its key belong together", "write both certificate: and key:")
        }
        if !sink.commands.isEmpty, sink.accuracy != .full, sink.commands.contains(.reportLocation) {
            complain(
                "commands", "reportLocation would tell when a place is left, whatever the accuracy",
                "remove reportLocation, or write accuracy: full")
        }
    }
}

extension ValueForm where Value == String {
    /// Whether it can be the name of a folder and a label.
    fileprivate static var sinkName: Self {
        Self("letters, digits, - and _, at most 40") { scalar throws(ValueProblem) in
            guard scalar.text.hasOnlyLettersAndDigits(or: "-_"), (1...40).contains(scalar.text.utf8.count) else {
                throw ValueProblem(.badValue, "\(scalar.text.quoted) is not the name of a sink")
            }
            return scalar.text
        } spell: {
            $0
        }
    }
}

/// The contents of `/etc/locd/publish.yaml`: which track goes to which servers. `PublishConfiguration()` has the
/// defaults and no sink.
public struct PublishConfiguration: ConfigurationDocument, Hashable {
    /// The file that is read by default.
    public static let defaultPath = "/etc/locd/publish.yaml"

    /// The directory of the track files.
    public var tracks = "/var/lib/locd/tracks"
    /// The directory of the cursors.
    public var state = "/var/lib/locd-publish"
    /// The GeoJSON file that marks private regions; `regions.file` of locd.yaml.
    public var regions = "/etc/locd/regions.geojson"
    /// A file for Prometheus' node exporter; `nil` for none.
    public var metrics: String?
    /// The destinations of the track, in the order of the file.
    public var sinks: [PublishSink] = []

    /// The defaults, and no sink.
    public init() {}

    package static let withoutFile: PublishConfiguration? = nil

    package init(path: String, text: [UInt8], problems: inout ConfigurationProblemList) {
        let reader = PublishConfigurationReader(path: path, text: text)
        self = reader.configuration
        problems = reader.problems
    }
}
