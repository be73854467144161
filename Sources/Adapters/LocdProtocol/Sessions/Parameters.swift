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

extension OverrideRecorderParameters {
    /// The validated accuracy and its time; `nil` if neither is there.
    /// - Throws: ``VarlinkError/invalidParameter(_:)`` if only one is there, or one is out of range.
    public var raised: (accuracy: DesiredAccuracy, seconds: Double)? {
        get throws(VarlinkError) {
            guard desiredAccuracy != nil || seconds != nil else { return nil }
            let raise = RaiseAccuracyParameters(
                session: "", desiredAccuracy: desiredAccuracy ?? "", seconds: seconds ?? -1)
            return (try raise.effectiveAccuracy, raise.seconds)
        }
    }
}

extension SessionService {
    /// Whether it reveals where this machine is, or how it moves.
    public var tellsPlace: Bool { self != .receiver }
}

/// Parameters with a label that the client gives itself. It only distinguishes clients of the same user and unit.
public protocol LabelledParameters: VarlinkParameters {
    /// The label, 0 to ``ClientLabel/maximumLength`` bytes; absent is the same as empty.
    var label: String? { get }
}

/// The label that a client gives itself.
public enum ClientLabel {
    /// The maximum length of a label in bytes.
    public static let maximumLength = 64

    /// Whether a text is short enough and has no control characters, so that it can stand in a log and a status.
    public static func isValid(_ text: String) -> Bool {
        text.utf8.count <= maximumLength
            && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
    }
}

extension LabelledParameters {
    /// The label in the identity of the client; `nil` if it is absent or empty.
    /// - Throws: ``VarlinkError/invalidParameter(_:)`` if it is too long or contains control characters.
    public var effectiveLabel: String? {
        get throws(VarlinkError) {
            guard let label, !label.isEmpty else { return nil }
            guard ClientLabel.isValid(label) else { throw .invalidParameter("label") }
            return label
        }
    }
}

/// What a client says it needs the position for.
public enum Purpose {
    /// The sentence of a request.
    /// - Throws: ``VarlinkError/invalidParameter(_:)`` if it is longer than 512 bytes.
    public static func validated(_ sentence: String?) throws(VarlinkError) -> String? {
        guard sentence?.utf8.count ?? 0 <= 512 else { throw .invalidParameter("purpose") }
        return sentence
    }
}

extension TemporaryFullAccuracyParameters {
    /// The validated purpose.
    /// - Throws: ``VarlinkError/invalidParameter(_:)`` if it is empty, too long, or contains control characters.
    public var effectivePurpose: String {
        get throws(VarlinkError) {
            guard !purposeKey.isEmpty, ClientLabel.isValid(purposeKey) else { throw .invalidParameter("purposeKey") }
            return purposeKey
        }
    }
}

extension UserParameters {
    /// The maximum number of groups, more than any user has.
    package static let maximumGroups = 65_536
}

/// The timeout of a request for one location.
public enum LocationTimeout {
    /// The valid range in seconds.
    public static let range = 0.1...3600

    /// The validated timeout; `nil` if it is absent.
    /// - Throws: ``VarlinkError/invalidParameter(_:)`` if it is out of range.
    public static func effective(_ seconds: Double?) throws(VarlinkError) -> Duration? {
        guard let seconds else { return nil }
        guard range.contains(seconds) else { throw .invalidParameter("timeout") }
        return .seconds(seconds)
    }
}

/// The reply of a method that only confirms its success.
public struct EmptyReply: Codable, Sendable, Hashable {
    /// Creates an empty reply.
    public init() {}
}
