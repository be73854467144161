public import LocationModel

/// One destination of the track. ``PublishSinkKey`` defines the meaning and range of each key.
public struct PublishSink: Sendable, Hashable {
    /// The kind of destination.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// OwnTracks' JSON, one message a request.
        case ownTracksHTTP = "owntracks-http"
        /// Traccar's JSON.
        case traccar
        /// OwnTracks' JSON through a broker.
        case mqtt
        /// A device and its sensors in Home Assistant, through a broker.
        case homeAssistant = "homeassistant"
        /// A program that reads JSON lines.
        case command
    }

    /// The accuracy of the positions sent.
    public enum Accuracy: Sendable, Hashable {
        /// As recorded.
        case full
        /// As for clients with reduced accuracy: about 5 km, four times an hour.
        case reduced
        /// The middle of a cell, at most this many metres from the place.
        case radius(Double)

        /// How far in metres what is sent may be from the place, about.
        var metres: Double {
            switch self {
            case .full: 0
            case .reduced: 5000
            case .radius(let metres): metres
            }
        }
    }

    /// What is sent while the connection is metered.
    public enum Metered: String, Sendable, Hashable, CaseIterable {
        /// Everything.
        case send
        /// Records younger than a minute, while nothing older waits.
        case live
        /// Nothing.
        case wait
    }

    /// Where a new sink begins in the track.
    public enum Start: Sendable, Hashable {
        /// At its first line.
        case all
        /// At the first line recorded after the sink was first seen.
        case now
        /// At the beginning of a UTC day.
        case day(CivilDate)
    }

    /// The version of MQTT.
    public enum MQTTVersion: String, Sendable, Hashable, CaseIterable {
        case version311 = "3.1.1"
        case version5 = "5"
    }

    /// A command that a server may send (OwnTracks' `cmd`).
    public enum RemoteCommand: String, Sendable, Hashable, CaseIterable {
        /// Send the latest location now.
        case reportLocation
        /// Send the regions as waypoints.
        case waypoints
        /// Send a status message.
        case status
    }

    /// Its unique name: the folder of its state, and a label in metrics.
    public var name: String
    /// The kind of destination.
    public var kind: Kind
    /// The server: `https://HOST/PATH`, `mqtts://HOST:PORT`.
    public var url = ""
    /// The user at the server.
    public var user: String?
    /// A file with mode 0600 that holds the password.
    public var passwordFile: String?
    /// A systemd credential that holds the password.
    public var passwordCredential: String?
    /// The device's name at the server; `nil` for the name of the machine.
    public var device: String?
    /// OwnTracks' two letters for the device; `nil` for the first two of ``device``.
    public var trackerID: String?
    /// The accuracy of the positions sent.
    public var accuracy = Accuracy.full
    /// Certificate authorities (PEM) to trust instead of the system's.
    public var authorities: String?
    /// A client certificate (PEM).
    public var certificate: String?
    /// Its key (PEM).
    public var key: String?
    /// The program and its arguments.
    public var command: [String] = []
    /// The base topic; `nil` for `owntracks/USER/DEVICE`.
    public var topic: String?
    /// The version of MQTT.
    public var version = MQTTVersion.version311
    /// Home Assistant's prefix of discovery topics.
    public var discoveryPrefix = "homeassistant"
    /// The maximum number of records per second of a backlog, infinity for no limit; `nil` for the default of the kind.
    public var rate: Double?
    /// The maximum number of records in one request; `nil` for the default of the kind.
    public var batch: Int?
    /// The minimum time between two live transmissions, in seconds.
    public var interval = 0.0
    /// The minimum distance between two live transmissions, in metres.
    public var distance = 0.0
    /// Seconds before the first retry.
    public var firstRetry = 1.0
    /// The maximum number of seconds before a later retry.
    public var longestRetry = 300.0
    /// The timeout of one request, in seconds.
    public var timeout = 30.0
    /// What is sent while the connection is metered.
    public var metered = Metered.send
    /// The maximum number of bytes per UTC day; `nil` for no limit.
    public var dailyBytes: Int?
    /// Days after which a backlog is thinned; `nil` for never.
    public var thinAfter: Double?
    /// Seconds between two locations of a thinned backlog.
    public var thinTo = 60.0
    /// Where a new sink begins.
    public var since = Start.all
    /// Whether files imported from other loggers are sent.
    public var imported = false
    /// The commands that the server may send.
    public var commands: Set<RemoteCommand> = []

    /// A sink with the defaults.
    public init(name: String, kind: Kind) {
        self.name = name
        self.kind = kind
    }
}

/// The keys of a sink as JSON, from which `make generate` writes the reference.
public struct PublishSinkTable {
    /// All keys.
    public init() {}

    /// An array of objects: name, allowed, meaning, types.
    public func json() -> String {
        var line = JSONLine()
        line.begin()
        line.objects("keys", PublishSinkKey.all) { line, key in
            line.member("name", key.name)
            line.member("allowed", key.allowed)
            line.member("meaning", key.meaning)
            line.strings("types", PublishSink.Kind.allCases.filter(key.kinds.contains).map(\.rawValue))
        }
        line.end()
        return String(decoding: line.object, as: UTF8.self)
    }
}
