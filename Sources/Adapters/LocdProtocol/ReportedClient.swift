/// A session, or a client that is away and whose regions or visits are monitored, in the reply of `Clients`.
public struct ReportedClient: Codable, Sendable, Hashable {
    /// The method of a session's stream, or the protocol of a program that does not support locd.
    public enum Method: String, Codable, Sendable, Hashable, CaseIterable {
        case Updates, Heading, Visits, Events
        case NMEA, gpsd, GeoClue
    }

    /// The user's ID; 4294967295 for a program of another machine, whose label is its address.
    public var user: Int
    /// The systemd unit of the client.
    public var unit: String?
    /// The label that it gives itself.
    public var label: String?
    /// The process ID of a session.
    public var process: Int?
    /// The method of a session's stream; absent for a client that is away.
    public var method: Method?
    /// The services that the session started.
    public var services: [SessionService]
    /// The settings that the session requested; absent for a client that is away.
    public var settings: SessionSettings?
    /// The settings in force instead, because accuracy was raised or the session sleeps.
    public var settingsInForce: SettingsStatus?
    /// Number of the client's regions.
    public var regions: Int
    /// Seconds since the session began.
    public var age: Double?
    /// Replies sent to the session.
    public var delivered: Int
    /// Locations and headings that the session missed.
    public var missed: Int
    /// Replies queued for the session; for a client that is away, events.
    public var waiting: Int
    /// Whether the client is in the background.
    public var isInBackground: Bool

    /// A client without services, regions and replies.
    public init(user: Int, unit: String?, label: String?) {
        self.user = user
        self.unit = unit
        self.label = label
        services = []
        regions = 0
        delivered = 0
        missed = 0
        waiting = 0
        isInBackground = false
    }
}
