package import LocationModel
package import LocdServer
import Synchronization

/// The encoded epochs: each is encoded once, and all clients share the bytes.
package final class SharedEpochs: Sendable {
    /// The forms of an epoch.
    package enum Form: Sendable, Hashable, CaseIterable {
        /// All NMEA 0183 sentences.
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

    /// Creates epochs with the sky that `look` returns, as far as it may be disclosed; see ``SharedSky``.
    package init(sky look: @escaping @Sendable () async -> SkyView?) {
        self.look = look
        (nudges, nudge) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Follows the sky until cancelled. Clients get the view of the previous epoch: receivers send it in between, and no location
    /// waits for it.
    package func run() async {
        for await _ in nudges {
            let sky = await look()
            state.withLock { $0.sky = sky }
        }
    }

    /// Requests an update of the sky.
    package func refresh() { nudge.yield() }

    /// The encoded epoch for a client.
    package func epoch(of fix: FixState) -> SharedEpoch {
        let sky = state.withLock(\.sky)
        return SharedEpoch(fix.location, sky: SharedSky.view(sky, with: fix.location, isReduced: fix.isReduced))
    }

    /// An epoch as one buffer, ready to be sent.
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
