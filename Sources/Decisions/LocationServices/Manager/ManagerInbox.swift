import LocationModel
import Synchronization

/// The waiting input of a manager, in order and bounded: reports of the hub, and commands of its client.
///
/// If a sink is slow for long, the oldest reports are dropped and counted. Input that must not be lost stays: the
/// commands (the last of each kind), the last report about the receiver's outage, the last correction of its time, and
/// the last presence of each kind of beacons.
final class ManagerInbox: Sendable {
    /// A waiting item.
    enum Item: Sendable {
        case reports([HubReport], start: Int)
        // What is large and rare lies elsewhere, so that reports are moved at little cost.
        indirect case start(StandardUpdates.Seed?)
        case stop
        case pause
        case resume
        indirect case apply(ManagerSettings)
        indirect case service(ServiceCommand)
        indirect case authorize(Authorization)
        /// A command that overrides the configured settings.
        indirect case advise(SettingsCommand)
        /// A deadline passed.
        case tick
        /// Notifies the caller when all earlier items are done.
        case settle(@Sendable () async -> Void)
    }

    /// The maximum number of waiting reports and commands. Beyond it, the older half is reduced.
    static let limit = 4096

    private struct State {
        var waiting: [Item] = []
        /// The number of these reports and commands.
        var weight = 0
        var missed = 0
        var isFinished = false
    }

    private let state = Mutex(State())
    private let arrivals = WakeSignal()

    /// The number of lost reports.
    var missed: Int { state.withLock(\.missed) }

    /// Appends an item, unless the inbox is finished.
    func send(_ item: Item) {
        let isFirst = state.withLock { state in
            guard !state.isFinished else { return false }
            let isFirst = state.waiting.isEmpty
            if state.weight >= Self.limit { Self.reduce(&state) }
            state.waiting.append(item)
            state.weight += item.weight
            return isFirst
        }
        if isFirst { arrivals.signal() }
    }

    /// Takes no more items. The waiting ones can still be taken.
    func finish() {
        state.withLock { $0.isFinished = true }
        arrivals.signal()
    }

    /// All waiting items, as soon as there are some; `nil` when it is finished and empty, or the task is cancelled.
    func next(isolation actor: isolated (any Actor)? = #isolation) async -> [Item]? {
        repeat {
            let isFinished = state.withLock(\.isFinished)
            let items = takeAll()
            if !items.isEmpty { return items }
            if isFinished { return nil }
        } while await arrivals.wait(isolation: actor)
        return nil
    }

    /// Takes all waiting items.
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
                case .beacons(.presence(let presence)):
                    kept.removeAll {
                        if case .beacons(.presence(let other)) = $0.report {
                            other.constraint == presence.constraint
                        } else {
                            false
                        }
                    }
                    kept.append((report, start))
                case .location, .rejected, .heading, .beacons, .gap: state.missed += 1
                }
            }
        }
        let reduced = commands + kept.map { Item.reports([$0.report], start: $0.start) }
        state.waiting.replaceSubrange(..<older, with: reduced)
        state.weight = rest + reduced.count
    }
}

extension ManagerInbox.Item {
    /// The number of reports or commands that it stands for, at least 1.
    fileprivate var weight: Int {
        if case .reports(let reports, _) = self { max(reports.count, 1) } else { 1 }
    }

    /// Of some kinds, only the last counts. Commands to the other services all count: each may be about another region.
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
