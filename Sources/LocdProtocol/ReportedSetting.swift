/// A key of the configuration in force, as the socket tells it.
public struct ReportedSetting: Codable, Sendable, Hashable {
    /// As the file spells it, with its section: `recorder.distanceFilter`.
    public var key: String
    /// As it is written in the file.
    public var value: String
    /// `default`, the file and the line, or the environment variable that set it.
    public var origin: String
    /// What was read since and waits for a restart, as it is written in the file; absent where nothing waits.
    public var pending: String?

    /// A key with its value.
    public init(key: String, value: String, origin: String, pending: String? = nil) {
        self.key = key
        self.value = value
        self.origin = origin
        self.pending = pending
    }
}
