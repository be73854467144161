public import LocationModel

/// The parameters of `Answer`.
public struct AnswerParameters: VarlinkParameters, Hashable {
    /// The possible answers of an agent.
    public enum Answer: String, Codable, Sendable, Hashable, CaseIterable {
        /// Allowed until the client is no longer in use.
        case once
        /// Allowed while the client is in use.
        case authorizedWhenInUse
        /// Allowed at any time.
        case authorizedAlways
        /// Denied.
        case denied
    }

    /// The names of all members.
    public static var parameterNames: Set<String> { ["identifier", "answer", "accuracyAuthorization"] }

    /// The identifier of the question.
    public var identifier: String
    /// The answer.
    public var answer: Answer
    /// The accuracy; absent: unchanged.
    public var accuracyAuthorization: AccuracyAuthorization?

    /// Answers a question.
    public init(identifier: String, answer: Answer, accuracyAuthorization: AccuracyAuthorization? = nil) {
        self.identifier = identifier
        self.answer = answer
        self.accuracyAuthorization = accuracyAuthorization
    }
}
