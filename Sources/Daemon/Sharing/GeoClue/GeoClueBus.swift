package import Bus
import CBus
import Glibc
import LocationModel

/// The system bus, on the thread that calls ``run()``: performs the actions of ``GeoClueCore``.
///
/// Not thread-safe: requests of other threads come through its mailbox.
final class GeoClueBus {
    private static let name = "org.freedesktop.GeoClue2"
    private static let path = "/org/freedesktop/GeoClue2"

    private let mailbox: BusMailbox<GeoClueItem>
    private let ask: (GeoClueRequest) -> Void
    private var bus: OpaquePointer?
    private var core = GeoClueCore()
    /// Calls that wait for their answer.
    private var calls: [UInt64: OpaquePointer] = [:]
    private var nextCall: UInt64 = 0
    /// The session of each client that was started, and the client of each session: a client may be started again.
    private var sessions: [Int: Int] = [:]
    private var clients: [Int: Int] = [:]
    private var nextSession: Int

    /// A bus that is not open yet. Its sessions are numbered from `firstSession` on.
    init(_ mailbox: BusMailbox<GeoClueItem>, firstSession: Int, ask: @escaping (GeoClueRequest) -> Void) {
        self.mailbox = mailbox
        self.ask = ask
        nextSession = firstSession
    }

    /// Serves until the mailbox requests the end, or the bus is gone.
    /// - Returns: The number after the last session, and the negative errno that ended it; 0 if the mailbox did.
    func run() -> (nextSession: Int, result: CInt) {
        let opened = cbus_open(&bus)
        guard opened >= 0, let bus else { return (nextSession, opened) }
        let context = Unmanaged.passUnretained(self).toOpaque()
        var result = begin(bus, context)
        while result >= 0 {
            result = work(bus)
            if result < 0 { break }
            if !turn(bus) { break }
        }
        perform(core.end())
        for call in calls.values { cbus_release(call) }
        calls.removeAll()
        cbus_close(bus)
        self.bus = nil
        return (nextSession, min(result, 0))
    }

    private func begin(_ bus: OpaquePointer, _ context: UnsafeMutableRawPointer) -> CInt {
        let served = cbus_serve(
            bus, Self.path,
            { message, context in
                guard let message, let context else { return }
                Unmanaged<GeoClueBus>.fromOpaque(context).takeUnretainedValue().receive(message)
            }, context)
        guard served >= 0 else { return served }
        let watched = cbus_watch_names(
            bus,
            { name, context in
                guard let name, let context else { return }
                let own = Unmanaged<GeoClueBus>.fromOpaque(context).takeUnretainedValue()
                own.perform(own.core.leave(String(cString: name)))
            }, context)
        guard watched >= 0 else { return watched }
        let acquired = cbus_watch_acquired(
            bus,
            { name, context in
                guard let name, let context, String(cString: name) == GeoClueBus.name else { return }
                Unmanaged<GeoClueBus>.fromOpaque(context).takeUnretainedValue().ask(.named(true))
            }, context)
        guard acquired >= 0 else { return acquired }
        return cbus_request_name(
            bus, Self.name,
            { code, context in
                guard let context else { return }
                let own = Unmanaged<GeoClueBus>.fromOpaque(context).takeUnretainedValue()
                if code < 0 { own.ask(.nameRefused(CInt(clamping: code))) } else if code == 2 { own.ask(.named(false)) }
            }, context)
    }

    /// Processes pending messages of the bus.
    private func work(_ bus: OpaquePointer) -> CInt {
        while true {
            let result = cbus_process(bus)
            guard result > 0 else { return result }
        }
    }

    /// Waits for work and processes the mailbox; returns false at the end.
    private func turn(_ bus: OpaquePointer) -> Bool {
        let woken = cbus_wait(bus, mailbox.descriptor)
        guard woken > 0 else { return woken == 0 }
        for item in mailbox.takeAll() {
            switch item {
            case .end: return false
            case .admitted(let session):
                if let client = clients[session] { perform(core.admit(client)) }
            case .refused(let session, let reason):
                guard let client = clients.removeValue(forKey: session) else { continue }
                sessions[client] = nil
                perform(core.refuse(client, reason))
                ask(.stop(session: session))
            case .events(let session, let events):
                guard let client = clients[session] else { continue }
                for event in events { tell(event, client) }
            }
        }
        return true
    }

    private func tell(_ event: LocationEvent, _ client: Int) {
        switch event {
        case .location(let location): perform(core.tell(location, to: client))
        case .authorization: core.forget(client)
        default: break
        }
    }

    private func receive(_ message: OpaquePointer) {
        nextCall += 1
        guard let call = GeoClueCall(message, number: nextCall) else { return }
        calls[call.number] = cbus_reference(message)
        perform(core.receive(call))
    }

    private func perform(_ actions: [GeoClueAction]) {
        for action in actions {
            switch action {
            case .reply(let number, let values): reply(number, values)
            case .fail(let number, let failure, let text):
                guard let call = calls.removeValue(forKey: number) else { continue }
                _ = cbus_fail(call, failure.rawValue, text)
                cbus_release(call)
            case .signal(let destination, let path, let interface, let member, let values):
                var signal: OpaquePointer?
                guard let bus, cbus_new_signal(bus, destination, path, interface, member, &signal) >= 0, let signal
                else {
                    continue
                }
                if BusMessage.append(values, to: signal) { _ = cbus_send(signal) }
                cbus_release(signal)
            case .start(let client, let sender, let desktopID, let isReduced):
                start(client, sender, desktopID, isReduced)
            case .stop(let client):
                guard let session = sessions.removeValue(forKey: client) else { continue }
                clients[session] = nil
                ask(.stop(session: session))
            }
        }
    }

    private func reply(_ number: UInt64, _ values: [BusValue]) {
        guard let call = calls.removeValue(forKey: number) else { return }
        defer { cbus_release(call) }
        var reply: OpaquePointer?
        guard cbus_new_reply(call, &reply) >= 0, let reply else { return }
        defer { cbus_release(reply) }
        guard BusMessage.append(values, to: reply) else { return }
        _ = cbus_send(reply)
    }

    /// Asks the bus for the identity of a client. A client that it does not name is refused.
    private func start(_ client: Int, _ sender: String, _ desktopID: String, _ isReduced: Bool) {
        let session = nextSession
        nextSession += 1
        sessions[client] = session
        clients[session] = client
        let question = UserQuestion(bus: self, session: session, desktopID: desktopID, isReduced: isReduced)
        questions[session] = question
        let asked = cbus_ask_user(
            bus, sender,
            { user, context in
                guard let context else { return }
                let question = Unmanaged<UserQuestion>.fromOpaque(context).takeUnretainedValue()
                question.bus.answer(question, user: user)
            }, Unmanaged.passUnretained(question).toOpaque())
        if asked < 0 { answer(question, user: Int64(asked)) }
    }

    /// Questions to the bus that are open; it is they that keep their contexts.
    private var questions: [Int: UserQuestion] = [:]

    private final class UserQuestion {
        unowned let bus: GeoClueBus
        let session: Int
        let desktopID: String
        let isReduced: Bool

        init(bus: GeoClueBus, session: Int, desktopID: String, isReduced: Bool) {
            self.bus = bus
            self.session = session
            self.desktopID = desktopID
            self.isReduced = isReduced
        }
    }

    private func answer(_ question: UserQuestion, user: Int64) {
        questions[question.session] = nil
        guard let client = clients[question.session] else { return }
        guard let user = uid_t(exactly: user) else {
            clients[question.session] = nil
            sessions[client] = nil
            perform(core.refuse(client, "the bus does not say who you are"))
            return
        }
        ask(
            .start(
                session: question.session, user: user, desktopID: question.desktopID, isReduced: question.isReduced))
    }
}

/// A request from the thread of the bus to the service.
enum GeoClueRequest: Sendable {
    /// A session for a program of a user.
    case start(session: Int, user: uid_t, desktopID: String, isReduced: Bool)
    /// The end of a session.
    case stop(session: Int)
    /// locd owns the name on the bus; or (`false`) another program owns it, and locd is queued.
    case named(Bool)
    /// The name on the bus is refused: a negative errno.
    case nameRefused(CInt)
    /// The last one: the number after the last session, and a negative errno of why the bus ended, or 0.
    case ended(nextSession: Int, result: CInt)
}

/// An action of ``GeoClueCore``.
package enum GeoClueAction: Sendable, Hashable {
    /// The names of D-Bus's errors that are sent.
    package enum Failure: String, Sendable, Hashable {
        case accessDenied = "org.freedesktop.DBus.Error.AccessDenied"
        case unknownObject = "org.freedesktop.DBus.Error.UnknownObject"
        case unknownMethod = "org.freedesktop.DBus.Error.UnknownMethod"
        case unknownProperty = "org.freedesktop.DBus.Error.UnknownProperty"
        case readOnly = "org.freedesktop.DBus.Error.PropertyReadOnly"
        case invalidArguments = "org.freedesktop.DBus.Error.InvalidArgs"
        case limitsExceeded = "org.freedesktop.DBus.Error.LimitsExceeded"
    }

    case reply(UInt64, [BusValue])
    case fail(UInt64, Failure, String)
    /// A signal to one name, or to all.
    case signal(to: String?, path: String, interface: String, member: String, [BusValue])
    /// A client requests locations: identify it and check its authorization.
    case start(client: Int, sender: String, desktopID: String, isReduced: Bool)
    /// A client has stopped or is gone.
    case stop(client: Int)
}
