/// Why the daemon cannot run.
public struct DaemonError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of error.
    public enum Code: String, Sendable, Hashable {
        /// The track cannot be opened, and retrying would not help.
        case track
        /// Another process keeps its state in the same directory.
        case state
        /// The socket is not available.
        case socket
        /// The system has no thread left for the daemon.
        case noThread
        /// A service of the daemon ended although nobody asked it to.
        case ended
    }

    /// The kind of error.
    public let code: Code
    /// What happened.
    public let explanation: String
    /// What to do.
    public let remedy: String

    /// Creates an error.
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
