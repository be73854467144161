package import LocationModel
package import LocdProtocol
package import LocdServer
import Synchronization
import SystemSupport

/// A client of gpsd's protocol: it watches, polls, or only asks for devices.
package final class GPSDConversation: SharedConversation {
    package let form = ReportedClient.Method.gpsd
    package let isServedAtOnce = false
    package var greeting: StreamFrame? { StreamFrame(GPSDEncoder.version(LocdRelease.version)) }

    private struct State {
        var scanner = GPSDRequestScanner()
        var policy = GPSDPolicy()
        var fix = FixState()
        /// Whether it is authorized for locations; before that, a poll returns none.
        var isServed = false
        var hasSpoken = false
        /// Whether the latest location is known, or a second has shown that there is none.
        var isReady = false
        /// A poll that came before that, and what followed it.
        var held: [GPSDRequest] = []
    }

    /// The maximum number of requests that wait for the first location.
    private static let maximumHeld = 64

    private let epochs: SharedEpochs
    private let state = Mutex(State())

    /// A client that has sent no request.
    package init(_ epochs: SharedEpochs) {
        self.epochs = epochs
    }

    package func begin(isReduced: Bool) {
        state.withLock { state in
            state.fix = FixState(isReduced: isReduced)
            state.isServed = true
        }
    }

    package func take(_ bytes: some Sequence<UInt8>) -> (frames: [StreamFrame], asks: Bool) {
        let (replies, policy) = state.withLock { state -> ([[UInt8]], GPSDPolicy) in
            let replies = state.scanner.append(bytes).flatMap { request -> [[UInt8]] in
                guard isHeld(request, in: state) else { return answers(to: request, in: &state) }
                state.held.append(request)
                return []
            }
            return (replies, state.policy)
        }
        return (replies.isEmpty ? [] : [StreamFrame(Array(replies.joined()), tellsPlace: true)], policy.isEnabled)
    }

    /// Whether a request waits: the poll of a program that has just begun to watch is answered with the latest
    /// location.
    private func isHeld(_ request: GPSDRequest, in state: State) -> Bool {
        !state.isReady && state.held.count < Self.maximumHeld
            && (!state.held.isEmpty || request == .poll && state.policy.isEnabled)
    }

    private func heldReplies() -> [StreamFrame] {
        let replies = state.withLock { state in
            guard state.isReady else { return [[UInt8]]() }
            let held = state.held
            state.held = []
            return held.flatMap { answers(to: $0, in: &state) }
        }
        return replies.isEmpty ? [] : [StreamFrame(Array(replies.joined()), tellsPlace: true)]
    }

    private func answers(to request: GPSDRequest, in state: inout State) -> [[UInt8]] {
        let activated = state.fix.location?.timestamp
        switch request {
        case .version: return [GPSDEncoder.version(LocdRelease.version)]
        case .devices: return [GPSDEncoder.devices(activated: activated)]
        case .device(let device):
            return [isOther(device) ? GPSDEncoder.noSuchDevice : GPSDEncoder.device(activated: activated)]
        case .poll:
            return [
                GPSDEncoder.poll(
                    epochs.epoch(of: state.fix), isActive: state.isServed && state.policy.isEnabled,
                    at: Timestamp(clock: SystemClock.wallTime))
            ]
        case .watch(let watch):
            guard !isOther(watch?.device) else { return [GPSDEncoder.noSuchDevice] }
            if let watch { state.policy.apply(watch) }
            return [GPSDEncoder.devices(activated: activated), GPSDEncoder.watch(state.policy)]
        case .invalid(let message): return [GPSDEncoder.error(message)]
        }
    }

    /// Whether it names a device that locd does not have. As in gpsd, an empty name means any.
    private func isOther(_ device: String?) -> Bool {
        ![nil, "", GPSDEncoder.device].contains(device)
    }

    package func frames(_ events: [LocationEvent]) -> [StreamFrame] {
        let reports = events.flatMap { event in
            say { state in
                guard state.fix.receive(event) else { return false }
                state.hasSpoken = true
                state.isReady = true
                return true
            }
        }
        // A program that has asked takes the next object for the answer.
        return heldReplies() + reports
    }

    package func tick() -> [StreamFrame] {
        let reports = say { state in
            state.isReady = true
            defer { state.hasSpoken = false }
            return !state.hasSpoken && state.fix.isRepeated
        }
        return heldReplies() + reports
    }

    package var isStreaming: Bool {
        state.withLock { $0.policy.isEnabled && ($0.policy.wantsJSON || $0.policy.wantsNMEA) }
    }

    /// The reports of an epoch that the client watches, if one is due.
    private func say(_ isDue: (inout State) -> Bool) -> [StreamFrame] {
        let told = state.withLock { state in isDue(&state) ? (state.fix, state.policy) : nil }
        guard let (fix, policy) = told, policy.isEnabled else { return [] }
        let epoch = epochs.epoch(of: fix)
        return (policy.wantsJSON ? [epochs.frame(epoch, as: .reports)] : [])
            + (policy.wantsNMEA ? [epochs.frame(epoch, as: .sentences)] : [])
    }

    package func farewell(_ reason: String) -> [UInt8] { GPSDEncoder.error(reason) }
}
