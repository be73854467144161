package import LocationModel
package import LocdProtocol
package import LocdServer

/// A connection of another program: what it gets from its session, and each second.
///
/// It is called by the event loop, the thread of the hub and the clock, and returns immediately.
package protocol SharedConversation: EventEncoder {
    /// The protocol, as the list of clients names it.
    var form: ReportedClient.Method { get }
    /// The greeting; `nil` for none.
    var greeting: StreamFrame? { get }
    /// Whether the program asks for locations by connecting; others ask later, see ``take(_:)``.
    var isServedAtOnce: Bool { get }

    /// Takes bytes of the program and returns the reply, and whether it asks for locations from now on.
    func take(_ bytes: some Sequence<UInt8>) -> (frames: [StreamFrame], asks: Bool)
    /// Whether it sends without being asked. A program that sends nothing more is served on only then.
    var isStreaming: Bool { get }
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
