import Glibc
import LocdProtocol
import Synchronization

/// Who used the location since the daemon started, beside the sessions that run, and whose request waits. It is
/// bounded: of those who use it no more, the earliest make room.
final class PastUses: Sendable {
    /// Clients that are remembered.
    static let limit = 256

    private struct Use {
        var process: Int
        var last: Duration?
        var requests = 0
    }

    private let clients = Mutex<[ClientIdentity: Use]>([:])

    /// A client got the location, or what tells of it.
    func note(_ client: ClientIdentity, process: pid_t, at now: Duration) {
        change(client, process) { $0.last = max($0.last ?? now, now) }
    }

    /// A session ended.
    func note(_ session: Session) {
        guard let last = session.latestUse.instant else { return }
        note(session.client, process: session.peer.process, at: last)
    }

    /// A request for a location waits.
    func begin(_ caller: Caller) {
        change(caller.client, caller.peer.process) { $0.requests += 1 }
    }

    /// It was answered, or given up.
    func end(_ caller: Caller) {
        clients.withLock { clients in
            clients[caller.client]?.requests -= 1
            if let use = clients[caller.client], use.last == nil, use.requests == 0 { clients[caller.client] = nil }
        }
    }

    private func change(_ client: ClientIdentity, _ process: pid_t, _ body: (inout Use) -> Void) {
        clients.withLock { clients in
            var use = clients[client] ?? Use(process: Int(process))
            use.process = Int(process)
            body(&use)
            clients[client] = use
            guard clients.count > Self.limit else { return }
            let idle = clients.filter { $0.value.requests == 0 && $0.key != client }
            if let oldest = idle.min(by: { ($0.value.last ?? .zero) < ($1.value.last ?? .zero) }) {
                clients[oldest.key] = nil
            }
        }
    }

    /// All, those that use the location first, and then the latest.
    func reports(with sessions: [Session], at now: Duration) -> [ReportedUse] {
        var active: Set<ClientIdentity> = []
        var uses = clients.withLock { $0 }
        for (client, use) in uses where use.requests > 0 { active.insert(client) }
        for session in sessions {
            let last = session.latestUse.instant
            guard session.isUsing || last != nil else { continue }
            if session.isUsing { active.insert(session.client) }
            var use = uses[session.client] ?? Use(process: 0)
            use.process = Int(session.peer.process)
            use.last = [use.last, last].compactMap(\.self).max()
            uses[session.client] = use
        }
        let reports = uses.map { client, use in
            ReportedUse(
                user: Int(client.user), unit: client.unit, label: client.label, process: use.process,
                isActive: active.contains(client), lastUseAge: use.last.map { (now - $0).secondsInMilliseconds })
        }
        return reports.sorted { Self.rank($0) < Self.rank($1) }
    }

    /// Those that use it first, then the latest; of equal ones the order is always the same.
    private static func rank(_ use: ReportedUse) -> (Int, Double, Int, String) {
        let age = use.isActive ? 0 : use.lastUseAge ?? .infinity
        return (use.isActive ? 0 : 1, age, use.user, "\(use.unit ?? "") \(use.label ?? "")")
    }
}
