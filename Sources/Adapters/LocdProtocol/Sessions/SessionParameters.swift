public import LocationModel

/// Parameters for a session, which the first reply of its stream names.
public protocol SessionBoundParameters: VarlinkParameters {
    /// The identifier of the session.
    var session: String { get }
}

/// The parameters of a method that takes only a session.
public struct SessionParameters: SessionBoundParameters, Hashable {
    /// The names of all members.
    public static var parameterNames: Set<String> { ["session"] }

    /// The identifier of the session.
    public var session: String

    /// Parameters for a session.
    public init(session: String) {
        self.session = session
    }
}

/// The parameters of `Configure`.
public struct ConfigureParameters: SessionBoundParameters, Hashable {
    /// The names of all members.
    public static var parameterNames: Set<String> { ["session", "settings"] }

    /// The identifier of the session.
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

    /// The identifier of the session.
    public var session: String
    /// The services to start or stop.
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

    /// The identifier of the session.
    public var session: String
    /// The timeout in seconds, 0.1 to 3600; absent: 10.
    public var timeout: Double?

    /// Requests a location for a session.
    public init(session: String, timeout: Double? = nil) {
        self.session = session
        self.timeout = timeout
    }
}

/// The parameters of `RaiseAccuracy`.
public struct RaiseAccuracyParameters: SessionBoundParameters, Hashable {
    /// The names of all members.
    public static var parameterNames: Set<String> { ["session", "desiredAccuracy", "seconds"] }

    /// The identifier of the session.
    public var session: String
    /// The accuracy: a name of Core Location, or metres.
    public var desiredAccuracy: String
    /// The time in seconds, 0 to 86400; 0 ends the effect of an earlier call.
    public var seconds: Double

    /// Raises the accuracy of a session.
    public init(session: String, desiredAccuracy: String, seconds: Double) {
        self.session = session
        self.desiredAccuracy = desiredAccuracy
        self.seconds = seconds
    }

    /// The validated accuracy.
    /// - Throws: ``VarlinkError/invalidParameter(_:)`` if the accuracy or the time is out of range.
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

    /// The identifier of the session.
    public var session: String
    /// The distance in metres until which locations are held, more than 0.
    public var distance: Double
    /// The time in seconds until which locations are held, more than 0.
    public var timeout: Double

    /// A deferral.
    public init(session: String, distance: Double, timeout: Double) {
        self.session = session
        self.distance = distance
        self.timeout = timeout
    }
}

extension SessionService {
    /// Whether it reveals where this machine is, or how it moves.
    public var tellsPlace: Bool { self != .receiver }
}
