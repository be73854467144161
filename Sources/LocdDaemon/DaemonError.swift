/// Why the daemon cannot run.
public struct DaemonError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What kind of thing stands in the way.
    public enum Code: String, Sendable, Hashable {
        /// The track cannot be opened, for a reason that will not pass by itself.
        case track
        /// The socket cannot be had.
        case socket
        /// The system has no thread left for the daemon.
        case noThread
    }

    /// What kind of thing stands in the way.
    public let code: Code
    /// What happened.
    public let explanation: String
    /// What to do.
    public let remedy: String

    /// An error in words.
    public init(_ code: Code, _ explanation: String, remedy: String = "") {
        self.code = code
        self.explanation = explanation
        self.remedy = remedy
    }

    /// The system has no thread left.
    static func noThread(_ error: any Error) -> DaemonError {
        DaemonError(
            .noThread, "Cannot start a thread (\(error)).", remedy: "Raise TasksMax= of the unit or free memory.")
    }

    /// What happened, and what to do.
    public var description: String { remedy.isEmpty ? explanation : "\(explanation) \(remedy)" }
}
