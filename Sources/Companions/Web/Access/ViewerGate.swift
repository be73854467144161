package import Glibc
internal import Synchronization

/// Limits concurrent requests per viewer, so that no viewer blocks the others.
package final class ViewerGate: Sendable {
    /// The maximum number of concurrent track readings for one viewer, and for all.
    private static let (readings, allReadings) = (4, 12)
    /// The maximum number of live streams for one viewer, and for all.
    private static let (streams, allStreams) = (6, 24)

    private struct State {
        var readings: [Viewer: Int] = [:]
        var streams: [Viewer: Int] = [:]
    }

    private let state = Mutex(State())

    package init() {}

    /// Whether one more reading of the track may begin; if so, call ``leave(_:)`` when it ends.
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
        guard state.withLock({ Self.hasRoom(for: viewer, in: $0.streams, Self.streams, Self.allStreams) }) else {
            return .problem(429, "too many pages are open")
        }
        return WebReply(
            type: "text/event-stream", headers: ["Cache-Control": "no-store", "X-Accel-Buffering": "no"],
            body: .stream { write in
                // A stream counts from its first write; one that nobody reads never begins.
                guard self.state.withLock({ Self.add(viewer, to: &$0.streams, Self.streams, Self.allStreams) }) else {
                    return
                }
                defer { self.state.withLock { Self.remove(viewer, from: &$0.streams) } }
                try await body(write)
            })
    }

    private static func hasRoom(for viewer: Viewer, in counts: [Viewer: Int], _ own: Int, _ all: Int) -> Bool {
        counts[viewer, default: 0] < own && counts.values.reduce(0, +) < all
    }

    private static func add(_ viewer: Viewer, to counts: inout [Viewer: Int], _ own: Int, _ all: Int) -> Bool {
        guard hasRoom(for: viewer, in: counts, own, all) else { return false }
        counts[viewer, default: 0] += 1
        return true
    }

    private static func remove(_ viewer: Viewer, from counts: inout [Viewer: Int]) {
        let count = (counts[viewer] ?? 1) - 1
        counts[viewer] = count > 0 ? count : nil
    }
}

/// Who views the page.
package enum Viewer: Sendable, Hashable {
    /// A user of this machine, identified by the kernel.
    case user(uid_t)
    /// Somebody with a token of this name.
    case token(String, accuracy: TokenBook.Accuracy)
    /// Anybody else.
    case stranger
}
