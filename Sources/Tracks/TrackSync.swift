/// When lines must be on the disk itself, and not only with the kernel.
public enum TrackSync: Sendable, Hashable {
    /// At the latest this long after a line was written; greater than zero.
    case interval(Duration)
    /// After every batch of lines.
    case always
    /// Whenever the kernel thinks fit.
    case never
}

extension TrackSync: LosslessStringConvertible {
    /// Reads seconds (a number greater than 0, up to a day), `always` or `never`, as the configuration spells it.
    public init?(_ text: String) {
        switch text {
        case "always": self = .always
        case "never": self = .never
        default:
            guard let seconds = Double(text), seconds >= 0.001, seconds <= 86_400 else { return nil }
            self = .interval(.milliseconds(Int64((seconds * 1000).rounded())))
        }
    }

    /// The configuration's spelling.
    public var description: String {
        switch self {
        case .always: return "always"
        case .never: return "never"
        case .interval(let duration):
            let (seconds, attoseconds) = duration.components
            return attoseconds == 0 ? "\(seconds)" : "\(Double(seconds) + Double(attoseconds) * 1e-18)"
        }
    }
}
