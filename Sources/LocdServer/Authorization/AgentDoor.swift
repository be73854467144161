package import LocdProtocol

/// An authority that asks people, through agents that are connected.
package protocol AgentDoor: Sendable {
    /// Lets a caller answer what clients ask for, until ``detach(_:)``.
    /// - Returns: What ``detach(_:)`` wants.
    func attach(_ agent: Outbox, by peer: Peer) throws(VarlinkError) -> Int

    /// An agent is gone.
    func detach(_ agent: Int)

    /// An agent answers a question.
    func answer(_ parameters: AnswerParameters, by peer: Peer) throws(VarlinkError)
}
