public import LocationModel

/// Parameters for a session, which the first reply of its stream names.
public protocol SessionBoundParameters: VarlinkParameters {
    /// The identifier of the session.
    var session: String { get }
}

extension RaiseAccuracyParameters {
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

extension SessionService {
    /// Whether it reveals where this machine is, or how it moves.
    public var tellsPlace: Bool { self != .receiver }
}
