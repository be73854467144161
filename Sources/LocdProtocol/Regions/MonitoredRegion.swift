public import LocationModel

/// A region of a client, and where it is known to be.
public struct MonitoredRegion: Codable, Sendable, Hashable {
    /// The region.
    public var region: ReportedRegion
    /// Where it is known to be.
    public var state: RegionState
    /// Whether it is one of the administrator's (`regions.file`), which clients see and cannot change; absent: false.
    public var isAdministered: Bool?

    /// A region in a state.
    public init(region: ReportedRegion, state: RegionState, isAdministered: Bool = false) {
        self.region = region
        self.state = state
        self.isAdministered = isAdministered ? true : nil
    }

    /// One line of JSON, without the newline, as `locd region list --json` prints it.
    /// - Throws: ``EncodingFailure`` where a number is not finite.
    public func json() throws(EncodingFailure) -> String {
        String(decoding: try VarlinkMessage.encode(self).dropLast(), as: UTF8.self)
    }
}
