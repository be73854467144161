public import LocationModel

/// What speaks against a position, and what to do, in words.
public enum IntegrityWords {
    /// A reason, as a sentence without its full stop.
    public static func sentence(_ reason: IntegrityReason) -> String {
        switch reason {
        case .positionAgainstSpeed: "the position moves otherwise than the receiver's own speed says"
        case .positionAgainstRest: "the position walks away while the receiver says that it stands"
        case .frozenPosition: "the position stays the same while the receiver says that it moves"
        case .timeStep: "the receiver's time stepped"
        case .timeDrift: "the receiver's time drifts"
        case .timeAgainstSystem: "the receiver's time is not that of the network"
        case .jamming: "all signals became weaker together: jamming"
        case .signalStrength: "all signals are equally strong, or became stronger together"
        case .satelliteGeometry: "satellites are used that cannot be received there"
        case .constellationLost: "a satellite system vanished while others stayed"
        case .antenna: "the receiver says that its antenna is open or short-circuited"
        case .deadReckoning: "the receiver estimates the position without satellites"
        case .altitude: "the altitude leapt"
        }
    }

    /// The reasons, in one sentence.
    public static func sentence(_ state: IntegrityState, _ reasons: [IntegrityReason]) -> String {
        let words = reasons.map { sentence($0) }.joined(separator: "; ")
        return switch state {
        case .trusted: "Position trusted again"
        case .doubtful: words.isEmpty ? "Position doubtful" : "Position doubtful: \(words)"
        case .notTrusted: words.isEmpty ? "Position NOT TRUSTED" : "Position NOT TRUSTED: \(words)"
        }
    }

    /// What it means, and what to do.
    public static func remedy(_ state: IntegrityState, _ reasons: [IntegrityReason]) -> String {
        let effect =
            state == .notTrusted
            ? "Do not navigate by it. It makes no way and no events of places, and an anchor watch or a geofence "
                + "cannot watch."
            : "It counts, but compare it with other means before you rely on it; it may be lost at any time."
        if reasons.contains(.antenna) { return "\(effect) Check the antenna and its cable." }
        if reasons.contains(.jamming) {
            return "\(effect) Look for a transmitter near the antenna (radio, USB 3, dash camera), or leave the area."
        }
        return "\(effect) Switch the receiver off and on if it does not end by itself."
    }
}
