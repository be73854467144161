package import LocationModel
import LocdProtocol

/// Writes the events of a session's manager in the client's protocol.
package protocol EventEncoder: Sendable {
    /// The first bytes of a stream; `nil` if its protocol has none.
    func opening(session: String, _ authorization: Authorization) -> StreamFrame?

    /// The frames for events, in order. It is called on the thread of the sessions and must return soon.
    func frames(_ events: [LocationEvent]) -> [StreamFrame]
}

extension StreamEncoder {
    /// The replies of one method of the socket.
    struct Events: EventEncoder {
        let form: Form
        let encoder: StreamEncoder

        func opening(session: String, _ authorization: Authorization) -> StreamFrame? {
            StreamEncoder.opening(session: session, form == .Events ? authorization : nil)
        }

        func frames(_ events: [LocationEvent]) -> [StreamFrame] { encoder.frames(events, as: form) }
    }
}
