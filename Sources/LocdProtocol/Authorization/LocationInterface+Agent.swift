extension LocationInterface {
    static let agentMethods: [any VarlinkMethod.Type] = [Agent.self, Answer.self]

    /// `Agent`: the questions of clients without a stored decision.
    public enum Agent: LocationMethod {
        /// None.
        public typealias Parameters = NoParameters
        /// A question, or the withdrawal of one; the first reply has neither.
        public struct Reply: Codable, Sendable, Hashable {
            /// A question.
            public var question: AgentQuestion?
            /// The identifier of a question that another agent answered, or that timed out.
            public var withdrawn: String?

            /// A reply.
            public init(question: AgentQuestion? = nil, withdrawn: String? = nil) {
                self.question = question
                self.withdrawn = withdrawn
            }
        }
    }

    /// `Answer`: the answer of a person to a question.
    public enum Answer: LocationMethod {
        /// The question and the answer.
        public typealias Parameters = AnswerParameters
        /// Nothing.
        public typealias Reply = EmptyReply
    }
}
