/// A session, or a client that is away and whose regions or visits are monitored, as `Clients` tells it.
public struct ReportedClient: Codable, Sendable, Hashable {
    /// The method of a session's stream, or the protocol of a program that knows nothing of locd.
    public enum Method: String, Codable, Sendable, Hashable, CaseIterable {
        case Updates, Heading, Visits, Events
        case NMEA, gpsd, GeoClue
    }

    /// The user.
    public var user: Int
    /// The systemd unit that it runs in.
    public var unit: String?
    /// What it calls itself.
    public var label: String?
    /// The process of a session.
    public var process: Int?
    /// The method of a session's stream; absent of a client that is away.
    public var method: Method?
    /// What the session started.
    public var services: [SessionService]
    /// The settings that the session asked for; absent of a client that is away.
    public var settings: SessionSettings?
    /// What is in force instead of them: accuracy was raised, or it sleeps.
    public var settingsInForce: SettingsStatus?
    /// How many regions the client has.
    public var regions: Int
    /// Seconds since the session began.
    public var age: Double?
    /// Replies that the session was sent.
    public var delivered: Int
    /// Locations and headings that it missed.
    public var missed: Int
    /// Replies that wait for it; of a client that is away, events.
    public var waiting: Int
    /// Whether it said that it is in the background.
    public var isInBackground: Bool

    /// A client that has nothing yet.
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
