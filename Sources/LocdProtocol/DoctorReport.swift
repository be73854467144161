/// The report of `locd doctor` on a machine.
public struct DoctorReport: Codable, Sendable, Hashable {
    /// The version of locd.
    public var version: String
    /// The configured receiver, as the configuration spells it; absent if the configuration was refused.
    public var source: String?
    /// Whether recording can work: no check failed.
    public var canRecord: Bool
    /// The checks, in the order in which to read them.
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
    /// - Throws: ``EncodingFailure``; not expected, because a report contains no numbers.
    public func json() throws(EncodingFailure) -> String {
        String(decoding: try VarlinkMessage.encode(self).dropLast(), as: UTF8.self)
    }
}
