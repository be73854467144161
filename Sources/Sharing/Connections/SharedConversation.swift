package import LocationModel
package import LocdProtocol
package import LocdServer

/// One connection of another program: what it is told of its session, and what it is told each second.
///
/// It is called on the event loop, the thread of the sessions and by the clock, and returns at once.
package protocol SharedConversation: EventEncoder {
    /// The protocol, as the list of clients names it.
    var form: ReportedClient.Method { get }
    /// What is said first; `nil` for nothing.
    var greeting: StreamFrame? { get }
    /// Whether the program asks for locations now; the others say so with ``take(_:)``.
    var isServedAtOnce: Bool { get }

    /// Takes bytes of the program: the answer, and whether it asks for locations from now on.
    func take(_ bytes: some Sequence<UInt8>) -> (frames: [StreamFrame], asks: Bool)
    /// A second passed.
    func tick() -> [StreamFrame]
    /// The session begins, with reduced accuracy or not.
    func begin(isReduced: Bool)
    /// Why the connection is closed, in the words of the protocol.
    func farewell(_ reason: String) -> [UInt8]
}

extension SharedConversation {
    /// Nothing comes before the first epoch.
    package func opening(session: String, _ authorization: Authorization) -> StreamFrame? { nil }
}
