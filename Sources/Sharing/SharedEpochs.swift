package import LocationModel
package import LocdServer
import Synchronization

/// The epochs as they are served: what many programs are told is written once, and its bytes are shared.
package final class SharedEpochs: Sendable {
    /// The forms of an epoch.
    package enum Form: Sendable, Hashable, CaseIterable {
        /// All of NMEA 0183.
        case sentences
        /// TPV and SKY.
        case reports
    }

    private struct State {
        var sky: SkyView?
        var encoder = NMEAEncoder()
        var written: [Form: (epoch: SharedEpoch, frame: StreamFrame)] = [:]
    }

    private let look: @Sendable () async -> SkyView?
    private let state = Mutex(State())
    private let nudges: AsyncStream<Void>
    private let nudge: AsyncStream<Void>.Continuation

    /// Epochs of a sky that `look` gives, as far as it may be told; see ``SharedSky``.
    package init(sky look: @escaping @Sendable () async -> SkyView?) {
        self.look = look
        (nudges, nudge) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Follows the sky until cancelled. Programs are told the view of the epoch before: receivers send it in between, and nobody
    /// waits for it.
    package func run() async {
        for await _ in nudges {
            let sky = await look()
            state.withLock { $0.sky = sky }
        }
    }

    /// Asks for the sky to be looked at again.
    package func refresh() { nudge.yield() }

    /// What a program is told at a moment.
    package func epoch(of fix: FixState) -> SharedEpoch {
        let sky = state.withLock(\.sky)
        return SharedEpoch(fix.location, sky: SharedSky.view(sky, with: fix.location, isReduced: fix.isReduced))
    }

    /// An epoch in one piece, ready to be sent.
    package func frame(_ epoch: SharedEpoch, as form: Form) -> StreamFrame {
        let (frame, isNew) = state.withLock { state -> (StreamFrame, Bool) in
            if let written = state.written[form], written.epoch == epoch { return (written.frame, false) }
            let bytes: [UInt8] =
                switch form {
                case .sentences: state.encoder.encode(epoch)
                case .reports: GPSDEncoder.tpv(epoch.location) + (epoch.sky.map { GPSDEncoder.sky($0) } ?? [])
                }
            let frame = StreamFrame(bytes, tellsPlace: epoch.location != nil || epoch.sky != nil)
            state.written[form] = (epoch, frame)
            return (frame, true)
        }
        if isNew { refresh() }
        return frame
    }
}
