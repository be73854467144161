/// The status of step counting, in the reply of `Status`.
public struct StepsStatus: Codable, Sendable, Hashable {
    /// The state of the machine's step counter.
    public enum State: String, Codable, Sendable, Hashable, CaseIterable {
        /// The machine has no step counter, or it cannot be read.
        case absent
        /// It is switched off.
        case disabled
        /// It counts.
        case active
    }

    /// The state of the machine's step counter.
    public var state: State
    /// Steps since the daemon started, of the source that counted more; `nil` if none has counted yet.
    public var numberOfSteps: Int?
    /// Steps since the daemon started that other devices reported; `nil` if none did.
    public var reported: Int?

    /// A status.
    public init(_ state: State, numberOfSteps: Int? = nil, reported: Int? = nil) {
        self.state = state
        self.numberOfSteps = numberOfSteps
        self.reported = reported
    }
}
