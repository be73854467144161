package import LocationModel
package import LocdProtocol
package import LocdServer
import Synchronization

/// A client of NMEA 0183, which only reads.
package final class NMEAConversation: SharedConversation {
    package let form = ReportedClient.Method.NMEA
    package let greeting: StreamFrame? = nil
    package let isServedAtOnce = true
    package let isStreaming = true

    private struct State {
        var fix = FixState()
        /// Whether anything was sent since the last tick.
        var hasSpoken = false
    }

    private let epochs: SharedEpochs
    private let state = Mutex(State())

    /// A client that has received nothing.
    package init(_ epochs: SharedEpochs) {
        self.epochs = epochs
    }

    package func begin(isReduced: Bool) {
        state.withLock { $0.fix = FixState(isReduced: isReduced) }
    }

    /// Commands for a receiver are ignored.
    package func take(_ bytes: some Sequence<UInt8>) -> (frames: [StreamFrame], asks: Bool) { ([], false) }

    package func frames(_ events: [LocationEvent]) -> [StreamFrame] {
        events.compactMap { event in
            let fix = state.withLock { state -> FixState? in
                guard state.fix.receive(event) else { return nil }
                state.hasSpoken = true
                return state.fix
            }
            return fix.map { epochs.frame(epochs.epoch(of: $0), as: .sentences) }
        }
    }

    package func tick() -> [StreamFrame] {
        let fix = state.withLock { state -> FixState? in
            defer { state.hasSpoken = false }
            return state.hasSpoken || !state.fix.isRepeated ? nil : state.fix
        }
        return fix.map { [epochs.frame(epochs.epoch(of: $0), as: .sentences)] } ?? []
    }

    package func farewell(_ reason: String) -> [UInt8] { NMEAEncoder.text(reason) }
}
