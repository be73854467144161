package import LocdProtocol

/// An authority that asks people, through connected agents.
package protocol AgentDoor: Sendable {
    /// Lets a caller answer requests of clients, until ``detach(_:)``.
    /// - Returns: The argument of ``detach(_:)``.
    func attach(_ agent: Outbox, by peer: Peer) throws(VarlinkError) -> Int

    /// Removes an agent.
    func detach(_ agent: Int)

    /// Takes an agent's answer to a question.
    func answer(_ parameters: AnswerParameters, by peer: Peer) throws(VarlinkError)
}
