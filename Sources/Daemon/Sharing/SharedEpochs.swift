package import LocationModel
package import LocationServices
package import LocdServer
import Synchronization

/// The encoded epochs: each is encoded once, and all clients share the bytes.
package final class SharedEpochs: Sendable {
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

    /// Follows the sky until cancelled. Clients get the view of the previous epoch: receivers send it in between, and
    /// no location waits for it.
    package func run() async {
        for await _ in nudges { await update() }
    }

    /// Takes the sky of now. The first program after a while needs it: the sky is not followed while nobody reads.
    package func update() async {
        let sky = await look()
        state.withLock { $0.sky = sky }
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

/// The data for other programs at one moment: a location or the lack of one, and the satellites.
///
/// Pure. The satellites are those that may be disclosed; see ``SharedSky``.
package struct SharedEpoch: Sendable, Hashable {
    /// Where this machine is; `nil` while there is no fix.
    package var location: Location?
    /// The satellites; `nil` if they are unknown, or not for this program.
    package var sky: SkyView?

    package init(_ location: Location?, sky: SkyView? = nil) {
        self.location = location
        self.sky = sky
    }
}

/// Which satellites, with which properties, other programs may see.
///
/// The directions of satellites reveal where their observer is, to kilometres and better. So they are disclosed only
/// together with the exact location: to a program with full accuracy, while there is a fix, and not in a private
/// region.
package enum SharedSky {
    /// The hub's view of the sky, as far as anybody may see it; `nil` if the receiver reports none now.
    package static func view(of status: LocationHub.Status) -> SkyView? {
        guard let sky = status.sky else { return nil }
        return status.latestZone == nil ? sky : withoutDirections(sky)
    }

    /// The satellites for a location, or for no location.
    package static func view(_ sky: SkyView?, with location: Location?, isReduced: Bool) -> SkyView? {
        guard !isReduced, let sky else { return nil }
        return location == nil ? withoutDirections(sky) : sky
    }

    private static func withoutDirections(_ sky: SkyView) -> SkyView {
        var sky = sky
        for index in sky.satellites.indices {
            sky.satellites[index].elevation = nil
            sky.satellites[index].azimuth = nil
        }
        return sky
    }
}
