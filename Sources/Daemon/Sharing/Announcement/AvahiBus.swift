import Bus
import SystemSupport

/// Avahi on the system bus, on the thread that calls ``run(_:)``: performs the actions of ``AnnouncementCore``.
final class AvahiBus {
    private static let name = "org.freedesktop.Avahi"
    private static let server = "org.freedesktop.Avahi.Server"
    private static let groups = "org.freedesktop.Avahi.EntryGroup"

    /// What the service is told.
    enum Report: Sendable {
        case announced(name: String)
        case failed(String)
    }

    private let bus: BusCalls
    private var core: AnnouncementCore
    private let report: (Report) -> Void

    init(_ core: AnnouncementCore, report: @escaping (Report) -> Void) throws(SystemCallError) {
        bus = try BusCalls(.system)
        self.core = core
        self.report = report
    }

    /// Announces until the mailbox is ended; what was announced ends with it. Throws if the bus is gone.
    func run(_ mailbox: BusMailbox<Never>) throws(SystemCallError) {
        try bus.watch(Self.name, only: [",member='StateChanged'"]) { [unowned self] owner in
            if owner == nil { core.forget() } else { perform(core.begin()) }
        } signal: { [unowned self] signal in
            changed(signal)
        }
        try bus.run(mailbox)
    }

    /// A change of state: a number, and an error's name.
    private func changed(_ signal: BusSignal) {
        guard signal.member == "StateChanged", case .integer(let state)? = signal.arguments.first else { return }
        switch signal.interface {
        case Self.groups:
            var error = ""
            if case .text(let name)? = signal.arguments.dropFirst().first { error = name }
            perform(core.changed(signal.path, state: state, error: error))
        case Self.server where state == 2: perform(core.serverRuns())
        default: break
        }
    }

    private func perform(_ actions: [AnnouncementCore.Action]) {
        for action in actions {
            switch action {
            case .createGroup:
                bus.call(Self.name, "/", Self.server, "EntryGroupNew") { [unowned self] reply in
                    switch reply {
                    case .success(let values):
                        if case .path(let path)? = values.first { perform(core.created(path)) }
                    case .failure(let failure): perform(core.notCreated(failure.name))
                    }
                }
            case .reset(let group): call(group, "Reset")
            case .add(let group, let name, let service, let attempt):
                // Any interface, the family, no flags, name, type, the usual domain and host, port, no text.
                call(
                    group, "AddService",
                    [
                        .integer(-1), .integer(service.family.rawValue), .number(0), .text(name), .text(service.type),
                        .text(""), .text(""), .unsigned16(service.port), .array([], of: "ay"),
                    ], attempt: attempt)
            case .commit(let group, let attempt): call(group, "Commit", attempt: attempt)
            case .announced(let name): report(.announced(name: name))
            case .failed(let reason): report(.failed(reason))
            }
        }
    }

    /// Calls a method of a group. A failure is the core's if it belongs to an attempt.
    private func call(_ group: String, _ member: String, _ arguments: [BusValue] = [], attempt: Int? = nil) {
        bus.call(Self.name, group, Self.groups, member, arguments) { [unowned self] reply in
            guard let attempt, case .failure(let failure) = reply else { return }
            perform(core.refused(attempt: attempt, failure.name))
        }
    }
}
