/// What `locd doctor` found on a box.
public struct DoctorReport: Codable, Sendable, Hashable {
    /// Of locd.
    public var version: String
    /// The receiver that the configuration names, as it spells it; absent where the configuration is refused.
    public var source: String?
    /// Whether recording can work as things are: no check is a failure.
    public var canRecord: Bool
    /// What was looked at, in the order in which it should be read.
    public var checks: [DoctorCheck]

    /// A report of checks.
    public init(version: String = LocdRelease.version, source: String?, checks: [DoctorCheck]) {
        self.version = version
        self.source = source
        self.checks = checks
        canRecord = !checks.contains { $0.outcome == .failure }
    }

    /// The names of the checks that failed.
    public var failures: [DoctorCheck.Name] { checks.filter { $0.outcome == .failure }.map(\.name) }

    /// One line of JSON, without the newline, as `locd doctor --json` prints it and its schema describes it.
    /// - Throws: ``EncodingFailure``, which no report has reason to.
    public func json() throws(EncodingFailure) -> String {
        String(decoding: try VarlinkMessage.encode(self).dropLast(), as: UTF8.self)
    }
}
