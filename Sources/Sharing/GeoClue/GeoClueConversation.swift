import LocationModel
import LocdServer

/// The session of a GeoClue client: its events go to the thread of the bus.
struct GeoClueConversation: EventEncoder {
    let tell: @Sendable ([LocationEvent]) -> Void

    func opening(session: String, _ authorization: Authorization) -> StreamFrame? { nil }

    func frames(_ events: [LocationEvent]) -> [StreamFrame] {
        tell(events)
        return []
    }
}
