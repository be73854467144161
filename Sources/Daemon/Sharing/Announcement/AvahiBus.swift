import Bus
import CBus
import Glibc

/// Avahi on the system bus, on the thread that calls ``run()``: performs the actions of ``AnnouncementCore``.
///
/// Not thread-safe: the request to end comes through its mailbox.
final class AvahiBus {
    private static let name = "org.freedesktop.Avahi"
    private static let groups = "org.freedesktop.Avahi.EntryGroup"

    /// What the service is told.
    enum Report: Sendable {
        case announced(name: String)
        case failed(String)
    }

    /// What others have for it: that it is to end.
    enum Item: Sendable { case end }

    private let mailbox: BusMailbox<Item>
    private let report: (Report) -> Void
    private var bus: OpaquePointer?
    private var core: AnnouncementCore
    /// The unique name of the Avahi that has the group: nobody else's signals count.
    private var owner: String?
    /// Calls without their reply; they keep the contexts.
    private var open: [ObjectIdentifier: Question] = [:]

    /// A bus that is not open yet.
    init(_ mailbox: BusMailbox<Item>, _ core: AnnouncementCore, report: @escaping (Report) -> Void) {
        self.mailbox = mailbox
        self.core = core
        self.report = report
    }

    /// Announces until the mailbox says so, or the bus is gone; what was announced ends with it.
    /// - Returns: A negative errno of why it ended; 0 for the mailbox's word.
    func run() -> CInt {
        let opened = cbus_open(&bus)
        guard opened >= 0, let bus else { return opened }
        var result = watch(bus, Unmanaged.passUnretained(self).toOpaque())
        if result >= 0 { perform(core.begin()) }
        while result >= 0 {
            repeat { result = cbus_process(bus) } while result > 0
            if result < 0 { break }
            let woken = cbus_wait(bus, mailbox.descriptor)
            // Nothing but the end is ever put there.
            if woken != 0 {
                result = min(woken, 0)
                break
            }
        }
        cbus_close(bus)
        self.bus = nil
        open.removeAll()
        return min(result, 0)
    }

    private func watch(_ bus: OpaquePointer, _ context: UnsafeMutableRawPointer) -> CInt {
        let owners = cbus_watch_owner(
            bus, Self.name,
            { owner, context in
                guard let owner, let context else { return }
                let own = Unmanaged<AvahiBus>.fromOpaque(context).takeUnretainedValue()
                own.owner = nil
                if owner.pointee == 0 { own.core.forget() } else { own.perform(own.core.begin()) }
            }, context)
        guard owners >= 0 else { return owners }
        for interface in [Self.groups, Self.name + ".Server"] {
            let watched = cbus_watch_signals(
                bus,
                "type='signal',sender='\(Self.name)',interface='\(interface)',member='StateChanged'",
                { signal, context in
                    guard let signal, let context else { return }
                    Unmanaged<AvahiBus>.fromOpaque(context).takeUnretainedValue().changed(signal)
                }, context)
            guard watched >= 0 else { return watched }
        }
        return 0
    }

    /// A signal: the state, a number, and an error's name.
    private func changed(_ signal: OpaquePointer) {
        var state: UInt32 = 0
        guard let owner, let sender = cbus_sender(signal), String(cString: sender) == owner,
            let path = cbus_path(signal), let interface = cbus_interface(signal),
            cbus_read_number(signal, type("i"), &state) > 0
        else { return }
        if String(cString: interface) == Self.groups {
            var error: UnsafePointer<CChar>?
            _ = cbus_read_text(signal, type("s"), &error)
            perform(
                core.changed(
                    String(cString: path), state: Int32(bitPattern: state),
                    error: error.map { String(cString: $0) } ?? ""))
        } else if state == 2 {
            perform(core.serverRuns())
        }
    }

    private func perform(_ actions: [AnnouncementCore.Action]) {
        for action in actions {
            switch action {
            case .createGroup:
                call("/", Self.name + ".Server", "EntryGroupNew") { _ in
                    true
                } answer: { own, reply, error in
                    own.created(reply, error)
                }
            case .reset(let group):
                call(group, Self.groups, "Reset") { _ in
                    true
                } answer: { _, _, _ in
                }
            case .add(let group, let name, let service, let attempt):
                call(group, Self.groups, "AddService") {
                    Self.append(name, service, to: $0)
                } answer: { own, _, error in
                    if let error { own.perform(own.core.refused(attempt: attempt, error)) }
                }
            case .commit(let group, let attempt):
                call(group, Self.groups, "Commit") { _ in
                    true
                } answer: { own, _, error in
                    if let error { own.perform(own.core.refused(attempt: attempt, error)) }
                }
            case .announced(let name): report(.announced(name: name))
            case .failed(let reason): report(.failed(reason))
            }
        }
    }

    private func created(_ reply: OpaquePointer, _ error: String?) {
        if let error { return perform(core.notCreated(error)) }
        var path: UnsafePointer<CChar>?
        guard let sender = cbus_sender(reply), cbus_read_text(reply, type("o"), &path) > 0, let path else { return }
        owner = String(cString: sender)
        perform(core.created(String(cString: path)))
    }

    /// `iiussssqaay`: any interface, the family, no flags, name, type, the usual domain and host, port, no text.
    private static func append(_ name: String, _ service: AnnouncedService, to call: OpaquePointer) -> Bool {
        let (i, u, s) = (CChar(0x69), CChar(0x75), CChar(0x73))
        return cbus_append_number(call, i, UInt32(bitPattern: -1)) >= 0
            && cbus_append_number(call, i, UInt32(bitPattern: service.family.rawValue)) >= 0
            && cbus_append_number(call, u, 0) >= 0 && cbus_append_text(call, s, name) >= 0
            && cbus_append_text(call, s, service.type) >= 0 && cbus_append_text(call, s, "") >= 0
            && cbus_append_text(call, s, "") >= 0 && cbus_append_short(call, service.port) >= 0
            && cbus_open_container(call, CChar(0x61), "ay") >= 0 && cbus_close_container(call) >= 0
    }

    /// A call that waits for its reply.
    private final class Question {
        unowned let bus: AvahiBus
        let answer: (AvahiBus, OpaquePointer, String?) -> Void

        init(_ bus: AvahiBus, _ answer: @escaping (AvahiBus, OpaquePointer, String?) -> Void) {
            self.bus = bus
            self.answer = answer
        }
    }

    /// Calls Avahi; `answer` gets the reply, and the error's name if it is one.
    private func call(
        _ path: String, _ interface: String, _ member: String, _ write: (OpaquePointer) -> Bool,
        answer: @escaping (AvahiBus, OpaquePointer, String?) -> Void
    ) {
        var call: OpaquePointer?
        guard let bus, cbus_new_call(bus, Self.name, path, interface, member, &call) >= 0, let call else { return }
        defer { cbus_release(call) }
        guard cbus_start_nothing(call) >= 0, write(call) else { return report(.failed("\(member) cannot be written")) }
        let question = Question(self, answer)
        open[ObjectIdentifier(question)] = question
        let sent = cbus_call(
            bus, call,
            { reply, _, context in
                guard let reply, let context else { return }
                let question = Unmanaged<Question>.fromOpaque(context).takeUnretainedValue()
                question.bus.open[ObjectIdentifier(question)] = nil
                question.answer(question.bus, reply, cbus_error(reply).map { String(cString: $0) })
            }, Unmanaged.passUnretained(question).toOpaque())
        if sent < 0 { open[ObjectIdentifier(question)] = nil }
    }

    private func type(_ letter: Character) -> CChar { CChar(letter.asciiValue ?? 0) }
}
