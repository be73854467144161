public import LocationModel

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

/// The parameters of `RaiseAccuracy`.
public struct RaiseAccuracyParameters: SessionBoundParameters, Hashable {
    /// The names of all members.
    public static var parameterNames: Set<String> { ["session", "desiredAccuracy", "seconds"] }

    /// The session.
    public var session: String
    /// A name of Core Location, or metres.
    public var desiredAccuracy: String
    /// Seconds, 0 to 86400; 0 ends an earlier call's.
    public var seconds: Double

    /// More accuracy for a session.
    public init(session: String, desiredAccuracy: String, seconds: Double) {
        self.session = session
        self.desiredAccuracy = desiredAccuracy
        self.seconds = seconds
    }

    /// The accuracy that is meant.
    /// - Throws: ``VarlinkError/invalidParameter(_:)`` where it or the seconds are out of range.
    public var effectiveAccuracy: DesiredAccuracy {
        get throws(VarlinkError) {
            guard (0...86_400).contains(seconds) else { throw .invalidParameter("seconds") }
            var settings = SessionSettings()
            settings.desiredAccuracy = desiredAccuracy
            guard let accuracy = try settings.effectiveAccuracy else { throw .invalidParameter("desiredAccuracy") }
            return accuracy
        }
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
