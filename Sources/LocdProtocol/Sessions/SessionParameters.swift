/// Parameters about a session, which was named in the first reply of its stream.
public protocol SessionBoundParameters: VarlinkParameters {
    /// The session.
    var session: String { get }
}

/// The parameters of a method that only says which session.
public struct SessionParameters: SessionBoundParameters, Hashable {
    /// The names of all members.
    public static var parameterNames: Set<String> { ["session"] }

    /// The session.
    public var session: String

    /// A session.
    public init(session: String) {
        self.session = session
    }
}

/// The parameters of `Configure`.
public struct ConfigureParameters: SessionBoundParameters, Hashable {
    /// The names of all members.
    public static var parameterNames: Set<String> { ["session", "settings"] }

    /// The session.
    public var session: String
    /// All of its settings.
    public var settings: SessionSettings

    /// Settings for a session.
    public init(session: String, settings: SessionSettings) {
        self.session = session
        self.settings = settings
    }
}

/// The parameters of `Start` and `Stop`.
public struct ServicesParameters: SessionBoundParameters, Hashable {
    /// The names of all members.
    public static var parameterNames: Set<String> { ["session", "services"] }

    /// The session.
    public var session: String
    /// What to start or stop.
    public var services: [SessionService]

    /// Services of a session.
    public init(session: String, services: [SessionService]) {
        self.session = session
        self.services = services
    }
}

/// The parameters of `RequestLocation`.
public struct RequestLocationParameters: SessionBoundParameters, Hashable {
    /// The names of all members.
    public static var parameterNames: Set<String> { ["session", "timeout"] }

    /// The session.
    public var session: String
    /// Seconds, 0.1 to 3600; absent: 10.
    public var timeout: Double?

    /// Asks for a location for a session.
    public init(session: String, timeout: Double? = nil) {
        self.session = session
        self.timeout = timeout
    }
}

/// The parameters of `AllowDeferredLocationUpdates`.
public struct DeferralParameters: SessionBoundParameters, Hashable {
    /// The names of all members.
    public static var parameterNames: Set<String> { ["session", "distance", "timeout"] }

    /// The session.
    public var session: String
    /// Metres until which locations are kept, more than 0.
    public var distance: Double
    /// Seconds until which locations are kept, more than 0.
    public var timeout: Double

    /// A deferral.
    public init(session: String, distance: Double, timeout: Double) {
        self.session = session
        self.distance = distance
        self.timeout = timeout
    }
}
