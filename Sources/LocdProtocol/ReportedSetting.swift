/// A key of the configuration in force, on the wire.
public struct ReportedSetting: Codable, Sendable, Hashable {
    /// The key, as the file spells it, with its section: `recorder.distanceFilter`.
    public var key: String
    /// The value, as written in the file.
    public var value: String
    /// The origin: `default`, the file and the line, or the environment variable that set it.
    public var origin: String
    /// A newer value that takes effect after a restart, as written in the file; absent if the value is current.
    public var pending: String?

    /// A key with its value.
    public init(key: String, value: String, origin: String, pending: String? = nil) {
        self.key = key
        self.value = value
        self.origin = origin
        self.pending = pending
    }
}
