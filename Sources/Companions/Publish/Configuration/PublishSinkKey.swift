internal import LocationModel
import LocdConfiguration

/// A key of a sink: its name, allowed values, the types to which it applies, and its meaning.
package struct PublishSinkKey: Sendable {
    package let name: String
    package let allowed: String
    /// The meaning, with its unit and default.
    package let meaning: String
    /// The types that have it.
    package let kinds: Set<PublishSink.Kind>
    /// Reads the value of an entry into a sink.
    let read: @Sendable (YAMLEntry, String, inout YAMLFields, inout PublishSink) -> Void

    private init<Value: Sendable & Hashable>(
        _ name: String, _ path: any WritableKeyPath<PublishSink, Value> & Sendable, _ form: ValueForm<Value>,
        _ meaning: String, for kinds: Set<PublishSink.Kind> = Set(PublishSink.Kind.allCases)
    ) {
        self.name = name
        allowed = form.allowed
        self.meaning = meaning
        self.kinds = kinds
        read = { entry, place, fields, sink in
            if let value = fields.value(of: entry, in: place, form) { sink[keyPath: path] = value }
        }
    }

    private init(
        list name: String, allowed: String, _ meaning: String, for kinds: Set<PublishSink.Kind>,
        _ set: @escaping @Sendable ([YAMLNode], String, inout YAMLFields, inout PublishSink) -> Void
    ) {
        self.name = name
        self.allowed = allowed
        self.meaning = meaning
        self.kinds = kinds
        read = { entry, place, fields, sink in
            let nodes = fields.list(of: entry, in: place, atMost: Self.maximumElements, "write [\(allowed)]")
            if !nodes.isEmpty { set(nodes, "\(place).\(name)", &fields, &sink) }
        }
    }

    /// More would be a mistake, in a command too.
    private static let maximumElements = 64

    private static let servers: Set<PublishSink.Kind> = [.ownTracksHTTP, .traccar, .mqtt, .homeAssistant]
    private static let brokers: Set<PublishSink.Kind> = [.mqtt, .homeAssistant]

    /// All but `name` and `type`, which every sink has.
    package static let all: [PublishSinkKey] = [
        PublishSinkKey(
            "url", \.url, .serverURL, "The server, without a password.", for: servers),
        PublishSinkKey(
            "user", \.user, ValueForm.token("a user's name", 255).map({ $0 }, { $0 }), "The user at the server.",
            for: servers),
        PublishSinkKey(
            "passwordFile", \.passwordFile, ValueForm<String>.path().map({ $0 }, { $0 }),
            "A file that holds the password, with mode 0600. `locd-publish` must own it.", for: servers),
        PublishSinkKey(
            "passwordCredential", \.passwordCredential, ValueForm.token("a credential's name", 100).map({ $0 }, { $0 }),
            "The systemd credential (`LoadCredential=`) that holds the password, instead of passwordFile.", for: servers
        ),
        PublishSinkKey(
            "authorities", \.authorities, ValueForm<String>.path().map({ $0 }, { $0 }),
            "Certificate authorities (PEM) to trust instead of the system's.", for: servers),
        PublishSinkKey(
            "certificate", \.certificate, ValueForm<String>.path().map({ $0 }, { $0 }), "A client certificate (PEM).",
            for: servers),
        PublishSinkKey(
            "key", \.key, ValueForm<String>.path().map({ $0 }, { $0 }), "The key of the client certificate (PEM).",
            for: servers),
        PublishSinkKey(
            "device", \.device, ValueForm.token("a name without / + #", 100).map({ $0 }, { $0 }),
            "The name of this device at the server. Default: the name of the machine."),
        PublishSinkKey(
            "tid", \.trackerID, ValueForm.token("one or two characters", 2).map({ $0 }, { $0 }),
            "OwnTracks' tracker ID. Default: the first two characters of device.", for: [.ownTracksHTTP, .mqtt]),
        PublishSinkKey(
            "accuracy", \.accuracy, .publishAccuracy,
            "How exactly places are given away. Default: full."),
        PublishSinkKey(
            "topic", \.topic, ValueForm.topic.map({ $0 }, { $0 }), "The base topic. Default: owntracks/USER/DEVICE.",
            for: [.mqtt]),
        PublishSinkKey("version", \.version, .word, "The version of MQTT. Default: 3.1.1.", for: brokers),
        PublishSinkKey(
            "discoveryPrefix", \.discoveryPrefix, .topic,
            "Home Assistant's prefix of discovery topics. Default: homeassistant.", for: [.homeAssistant]),
        PublishSinkKey(
            "rate", \.rate,
            ValueForm<Double>.number(0.01...100_000, "records/s").or("none", for: .infinity).map({ $0 }, { $0 }),
            "The pace of a backlog. Default: none, but 20 for mqtt."
        ),
        PublishSinkKey(
            "batch", \.batch, ValueForm<Int>.integer(1...10_000, "records").map({ $0 }, { $0 }),
            "Records in one request at most. Default: 1 for traccar, 500 for command, 20 unacknowledged messages for mqtt.",
            for: [.traccar, .command, .mqtt]),
        PublishSinkKey(
            "interval", \.interval, .number(0...86400, "s"),
            "The least time between two live transmissions. What comes between is sent with the next one. Default: 0."),
        PublishSinkKey(
            "distance", \.distance, .number(0...1_000_000, "m"),
            "The least distance between two live transmissions, for five minutes at most. Default: 0."),
        PublishSinkKey(
            "firstRetry", \.firstRetry, .number(0.01...3600, "s"), "The wait before the first retry. Default: 1."),
        PublishSinkKey(
            "longestRetry", \.longestRetry, .number(0.01...86400, "s"),
            "The longest wait before a retry; each wait is twice the one before, less up to a half by chance. Default: 300."
        ),
        PublishSinkKey(
            "timeout", \.timeout, .number(0.1...600, "s"), "The time for one request. Default: 30."),
        PublishSinkKey(
            "metered", \.metered, .word,
            "What is sent while NetworkManager calls the connection metered: everything, what is younger than a minute while nothing older waits, or nothing. Default: send."
        ),
        PublishSinkKey(
            "dailyBytes", \.dailyBytes, ValueForm.byteSize.or("none"),
            "The most that is sent on one UTC day; the rest waits for the next. Default: none."),
        PublishSinkKey(
            "thinAfter", \.thinAfter, .number(0.01...36500, "days", or: "none"),
            "The age from which a backlog is thinned; locd publish status counts what was left out. Default: none."),
        PublishSinkKey(
            "thinTo", \.thinTo, .number(1...86400, "s"),
            "The least time between two locations of a thinned backlog. Default: 60."),
        PublishSinkKey(
            "since", \.since, .publishStart, "Where a new sink begins in the track. Default: all.",
            for: [.ownTracksHTTP, .traccar, .mqtt, .command]),
        PublishSinkKey(
            "imported", \.imported, .boolean, "Whether files imported from other loggers are sent. Default: false.",
            for: [.ownTracksHTTP, .traccar, .mqtt, .command]),
        PublishSinkKey(
            list: "command", allowed: "PROGRAM, ARGUMENT, …",
            "The program that reads the records, by its absolute path, and its arguments.", for: [.command]
        ) { nodes, place, fields, sink in
            var words: [String] = []
            for node in nodes {
                guard case .scalar(let scalar) = node.content, !scalar.text.utf8.contains(0) else {
                    fields.complain(
                        .wrongType, node.position, place, "each part is a text", "write [PROGRAM, ARGUMENT, …]")
                    return
                }
                words.append(scalar.text)
            }
            guard let program = words.first, program.hasPrefix("/") else {
                fields.complain(
                    .badValue, nodes[0].position, place, "the program is not an absolute path",
                    "write [/path/of/program, ARGUMENT, …]")
                return
            }
            sink.command = words
        },
        PublishSinkKey(
            list: "commands", allowed: PublishSink.RemoteCommand.allCases.map(\.rawValue).joined(separator: ", "),
            "What the server may ask for (OwnTracks cmd). Default: nothing.", for: [.ownTracksHTTP, .mqtt]
        ) { nodes, place, fields, sink in
            for node in nodes {
                guard case .scalar(let scalar) = node.content,
                    let command = PublishSink.RemoteCommand(rawValue: scalar.text)
                else {
                    fields.complain(
                        .badValue, node.position, place, "there is no such command",
                        "write some of \(PublishSink.RemoteCommand.allCases.map(\.rawValue).joined(separator: ", "))")
                    continue
                }
                sink.commands.insert(command)
            }
        },
    ]
}
