import LocationModel
import LocdServer

/// The session of a client of GeoClue's: what it is told goes to the thread of the bus.
struct GeoClueConversation: EventEncoder {
    let tell: @Sendable ([LocationEvent]) -> Void

    func opening(session: String, _ authorization: Authorization) -> StreamFrame? { nil }

    func frames(_ events: [LocationEvent]) -> [StreamFrame] {
        tell(events)
        return []
    }
}
