package import Bus
import Glibc
import LocationModel
import SystemSupport

/// The system bus, on the thread that calls ``run(_:)``: performs the actions of ``GeoClueCore``.
final class GeoClueBus {
    private static let name = "org.freedesktop.GeoClue2"
    private static let path = "/org/freedesktop/GeoClue2"

    private let bus: BusCalls
    private let ask: (GeoClueRequest) -> Void
    private var core = GeoClueCore()
    /// Calls that wait for their answer.
    private var calls: [UInt64: BusCall] = [:]
    private var nextCall: UInt64 = 0
    /// The session of each client that was started, and the client of each session: a client may be started again.
    private var sessions: [Int: Int] = [:]
    private var clients: [Int: Int] = [:]

    init(ask: @escaping (GeoClueRequest) -> Void) throws(SystemCallError) {
        bus = try BusCalls(.system)
        self.ask = ask
    }

    /// Serves until the mailbox is ended. Throws if the bus is gone.
    func run(_ mailbox: BusMailbox<GeoClueItem>) throws(SystemCallError) {
        defer {
            perform(core.end())
            calls.removeAll()
        }
        try bus.serve(Self.path) { [unowned self] call in
            nextCall += 1
            calls[nextCall] = call
            perform(core.receive(GeoClueCall(call, number: nextCall)))
        }
        try bus.watchBus { [unowned self] signal in
            switch (signal.member, signal.arguments.first, signal.arguments.last) {
            case ("NameOwnerChanged", .text(let name), .text("")) where name.hasPrefix(":"): perform(core.leave(name))
            case ("NameAcquired", .text(Self.name), _): ask(.named(true))
            default: break
            }
        }
        bus.requestName(Self.name) { [unowned self] answer in
            switch answer {
            case .success(let isOurs): if !isOurs { ask(.named(false)) }
            case .failure(let failure): ask(.nameRefused(failure))
            }
        }
        try bus.run(mailbox) { receive($0) }
    }

    private func receive(_ item: GeoClueItem) {
        switch item {
        case .admitted(let session):
            if let client = clients[session] { perform(core.admit(client)) }
        case .refused(let session, let reason):
            guard let client = clients.removeValue(forKey: session) else { break }
            sessions[client] = nil
            perform(core.refuse(client, reason))
            ask(.stop(session: session))
        case .events(let session, let events):
            guard let client = clients[session] else { break }
            for event in events { report(event, client) }
        }
    }

    private func report(_ event: LocationEvent, _ client: Int) {
        switch event {
        case .location(let location): perform(core.report(location, to: client))
        case .authorization: core.forget(client)
        default: break
        }
    }

    private func perform(_ actions: [GeoClueAction]) {
        for action in actions {
            switch action {
            case .reply(let number, let values): calls.removeValue(forKey: number)?.reply(values)
            case .fail(let number, let failure, let text):
                calls.removeValue(forKey: number)?.fail(failure.rawValue, text)
            case .signal(let destination, let path, let interface, let member, let values):
                bus.signal(to: destination, path, interface, member, values)
            case .start(let client, let sender, let desktopID, let isReduced):
                start(client, sender, desktopID, isReduced)
            case .stop(let client):
                guard let session = sessions.removeValue(forKey: client) else { continue }
                clients[session] = nil
                ask(.stop(session: session))
            }
        }
    }

    /// Asks the bus for the identity of a client. A client that it does not name is refused.
    private func start(_ client: Int, _ sender: String, _ desktopID: String, _ isReduced: Bool) {
        // A number that no session of another connection has: what comes late for that one is for nobody.
        let session = Int.random(in: 0...Int.max)
        sessions[client] = session
        clients[session] = client
        bus.call(bus: "GetConnectionUnixUser", [.text(sender)]) { [unowned self] reply in
            guard let client = clients[session] else { return }
            guard case .success(let values) = reply, case .number(let user)? = values.first else {
                clients[session] = nil
                sessions[client] = nil
                perform(core.refuse(client, "the bus does not say who you are"))
                return
            }
            ask(.start(session: session, user: user, desktopID: desktopID, isReduced: isReduced))
        }
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
    case nameRefused(BusFailure)
    /// Why there is no bus, or no longer.
    case failed(String)
    /// The connection has ended, and with it its sessions.
    case ended
}

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
    case stop(client: Int)
}
