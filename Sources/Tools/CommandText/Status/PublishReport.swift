package import LocationModel

/// The state of each sink of locd-publish, as its service writes it for every local user. It contains no place, and no
/// count or time of records, which follow the way.
public struct PublishReport: Sendable, Hashable {
    /// One destination of the track.
    public struct Sink: Sendable, Hashable {
        /// The name in publish.yaml.
        public var name: String
        /// Its type: `owntracks-http`, `mqtt`.
        public var type: String
        /// Its state: `idle`, `failing`, `stopped`.
        public var state: String
        /// The last error; `nil` after a success.
        public var failure: String?
        /// Seconds since the sink was reported; `nil` if that is unknown.
        public var age: Double?
    }

    /// The file that locd-publish.service writes.
    public static let path = "/run/locd-publish/status.json"
    /// The maximum number of bytes read from it.
    public static let maximumBytes = 1 << 20
    /// As many as publish.yaml may have.
    private static let maximumSinks = 32

    /// The sinks, in the order of publish.yaml.
    public var sinks: [Sink]

    /// Reads the file's content; `nil` if it is invalid. Ages are computed for the time `now`.
    package init?(json: [UInt8], now: Timestamp) {
        guard json.count <= Self.maximumBytes, let root = JSONNode.parse(json),
            case .array(let nodes)? = root["sinks"]?.value
        else { return nil }
        sinks = []
        for node in nodes.prefix(Self.maximumSinks) {
            if let sink = Sink(node, now: now) { sinks.append(sink) }
        }
    }
}

extension PublishReport.Sink {
    /// The maximum number of characters of an error.
    private static let maximumWords = 300

    /// Reads one element of `sinks`; `nil` if it is invalid.
    fileprivate init?(_ node: JSONNode, now: Timestamp) {
        guard let name = node["name"]?.string, let type = node["type"]?.string, let state = node["state"]?.string
        else { return nil }
        self.init(name: name, type: type, state: state)
        if let words = node["lastError"]?["what"]?.string { failure = String(words.prefix(Self.maximumWords)) }
        age = Self.age(node["updated"]?.string, now)
    }

    private static func age(_ time: String?, _ now: Timestamp) -> Double? {
        guard let time, let timestamp = Timestamp(time) else { return nil }
        return max(now.seconds(since: timestamp), 0)
    }
}
