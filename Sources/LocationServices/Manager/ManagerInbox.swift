import LocationModel
import Synchronization

/// What waits for a manager, in order and bounded: reports of the hub, and commands of its client.
///
/// A sink that is slow for long loses the oldest reports, and they are counted. What must never be lost is kept: the
/// commands (of each kind the last), the last word about the receiver's outage, and the last correction of its time.
final class ManagerInbox: Sendable {
    /// What waits.
    enum Item: Sendable {
        case reports([HubReport], start: Int)
        case start(StandardUpdates.Seed?)
        case stop
        case pause
        case resume
        case apply(ManagerSettings)
        case service(ServiceCommand)
        case authorize(Authorization)
        /// Something asks for other settings than those that were made.
        case advise(SettingsCommand)
        /// A deadline came.
        case tick
        /// Somebody wants to know when everything before has been done.
        case settle(@Sendable () async -> Void)
    }

    /// Reports and commands that may wait. When so many do, the older half is reduced.
    static let limit = 4096

    /// Says that something waits; one element may stand for many items.
    let arrivals: AsyncStream<Void>

    private struct State {
        var waiting: [Item] = []
        /// How many reports and commands these are.
        var weight = 0
        var missed = 0
    }

    private let state = Mutex(State())
    private let continuation: AsyncStream<Void>.Continuation

    /// An empty inbox.
    init() {
        (arrivals, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// How many reports were lost.
    var missed: Int { state.withLock(\.missed) }

    /// Puts an item behind the others.
    func send(_ item: Item) {
        state.withLock { state in
            if state.weight >= Self.limit { Self.reduce(&state) }
            state.waiting.append(item)
            state.weight += item.weight
        }
        continuation.yield()
    }

    /// Ends ``arrivals`` when what waits has been taken.
    func finish() {
        continuation.finish()
    }

    /// Everything that waits; nothing does afterwards.
    func takeAll() -> [Item] {
        state.withLock { state in
            defer { (state.waiting, state.weight) = ([], 0) }
            return state.waiting
        }
    }

    private static func reduce(_ state: inout State) {
        var commands: [Item] = []
        var kept: [(report: HubReport, start: Int)] = []
        var older = 0
        var rest = state.weight
        while older < state.waiting.count, state.weight - rest < limit / 2 {
            let item = state.waiting[older]
            older += 1
            rest -= item.weight
            guard case .reports(let reports, let start) = item else {
                commands.removeAll { item.isOfTheKind(of: $0) }
                commands.append(item)
                continue
            }
            for report in reports {
                switch report {
                case .outage:
                    kept.removeAll { if case .outage = $0.report { true } else { false } }
                    kept.append((report, start))
                case .location(_, .some, _):
                    let before = kept.count
                    kept.removeAll { if case .location = $0.report { true } else { false } }
                    state.missed += before - kept.count
                    kept.append((report, start))
                case .location, .rejected, .heading, .gap: state.missed += 1
                }
            }
        }
        let reduced = commands + kept.map { Item.reports([$0.report], start: $0.start) }
        state.waiting.replaceSubrange(..<older, with: reduced)
        state.weight = rest + reduced.count
    }
}

extension ManagerInbox.Item {
    /// How many reports or commands it is, at least 1.
    fileprivate var weight: Int {
        if case .reports(let reports, _) = self { max(reports.count, 1) } else { 1 }
    }

    /// Of some kinds only the last counts. Commands to the other services all do: each may be about another region.
    fileprivate func isOfTheKind(of other: Self) -> Bool {
        switch (self, other) {
        case (.reports, .reports), (.start, .start), (.stop, .stop), (.pause, .pause), (.resume, .resume),
            (.apply, .apply), (.authorize, .authorize), (.tick, .tick):
            true
        case (.advise(let command), .advise(let earlier)): command.replaces(earlier)
        default: false
        }
    }
}
