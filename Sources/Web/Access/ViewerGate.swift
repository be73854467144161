internal import Synchronization

/// How much one viewer may ask for at the same time, so that nobody keeps the others out.
package final class ViewerGate: Sendable {
    /// Readings of the track of one viewer, and of all.
    private static let (readings, allReadings) = (4, 12)
    /// Live streams of one viewer, and of all.
    private static let (streams, allStreams) = (6, 24)

    private struct State {
        var readings: [Viewer: Int] = [:]
        var streams: [Viewer: Int] = [:]
    }

    private let state = Mutex(State())

    package init() {}

    /// Whether the track may be read once more now; then ``leave(_:)`` follows.
    func enter(_ viewer: Viewer) -> Bool {
        state.withLock { Self.add(viewer, to: &$0.readings, Self.readings, Self.allReadings) }
    }

    func leave(_ viewer: Viewer) {
        state.withLock { Self.remove(viewer, from: &$0.readings) }
    }

    /// A stream of server-sent events, or a refusal.
    func stream(
        _ viewer: Viewer, _ body: @escaping @Sendable (WebReply.Writer) async throws -> Void
    ) async -> WebReply {
        guard
            state.withLock({ state in
                state.streams[viewer, default: 0] < Self.streams
                    && state.streams.values.reduce(0, +) < Self.allStreams
            })
        else { return .problem(429, "too many pages are open") }
        return WebReply(
            type: "text/event-stream", headers: ["Cache-Control": "no-store", "X-Accel-Buffering": "no"],
            body: .stream { write in
                // It counts from the moment that it is written; one that nobody reads never begins.
                guard self.state.withLock({ Self.add(viewer, to: &$0.streams, Self.streams, Self.allStreams) }) else {
                    return
                }
                defer { self.state.withLock { Self.remove(viewer, from: &$0.streams) } }
                try await body(write)
            })
    }

    private static func add(_ viewer: Viewer, to counts: inout [Viewer: Int], _ own: Int, _ all: Int) -> Bool {
        guard counts[viewer, default: 0] < own, counts.values.reduce(0, +) < all else { return false }
        counts[viewer, default: 0] += 1
        return true
    }

    private static func remove(_ viewer: Viewer, from counts: inout [Viewer: Int]) {
        let count = (counts[viewer] ?? 1) - 1
        counts[viewer] = count > 0 ? count : nil
    }
}
