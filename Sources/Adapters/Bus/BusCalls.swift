import CBus
import Synchronization
package import SystemSupport

/// A connection to a bus: calls methods of others, hears their signals, and serves objects.
///
/// Not thread-safe: use it only on the thread that calls ``run(_:receive:)``; other threads post to its mailbox. A
/// service that is not there is waited for, and not started unless a call says so.
package final class BusCalls {
    /// Which bus is meant.
    package enum Kind: Sendable {
        case system
        case user
    }

    private static let daemon = "org.freedesktop.DBus"
    private static let messagesAtOnce = 64

    private let bus: OpaquePointer
    /// Calls without their reply, and the services that are watched: they are the contexts of sd-bus's handlers.
    private var calls: [ObjectIdentifier: Call] = [:]
    private var services: [Service] = []
    private var receivers: [Receiver] = []

    /// Connects to a bus.
    /// - Throws: `SystemCallError` if there is no bus, or no library for it (`ENOSYS`).
    package init(_ kind: Kind) throws(SystemCallError) {
        var bus: OpaquePointer?
        let result = kind == .system ? cbus_open(&bus) : cbus_open_user(&bus)
        guard result >= 0, let bus else { throw SystemCallError("sd_bus_open", -result) }
        self.bus = bus
    }

    deinit { cbus_close(bus) }

    /// Serves until the mailbox is ended; `receive` gets its items.
    /// - Throws: `SystemCallError` if the bus is gone.
    package func run<Item>(_ mailbox: BusMailbox<Item>, receive: (Item) -> Void = { _ in }) throws(SystemCallError) {
        while true {
            var result: CInt = 1
            // A bus that always has a message must not keep the mailbox waiting.
            for _ in 0..<Self.messagesAtOnce where result > 0 { result = cbus_process(bus) }
            if result == 0 { result = cbus_wait(bus, mailbox.descriptor) }
            guard result >= 0 else { throw SystemCallError("sd_bus_process", -result) }
            guard result > 0 else { continue }
            let (items, isEnded) = mailbox.takeAll()
            for item in items { receive(item) }
            if isEnded { return }
        }
    }

    // MARK: Calls

    /// Calls a method. `answer` gets all values of the reply, once, unless the connection ends before. `startsService`
    /// makes the bus start a service that is not there.
    package func call(
        _ service: String, _ path: String, _ interface: String, _ member: String, _ arguments: [BusValue] = [],
        startsService: Bool = false,
        answer: @escaping (Result<[BusValue], BusFailure>) -> Void
    ) {
        var message: OpaquePointer?
        guard cbus_new_call(bus, service, path, interface, member, &message) >= 0, let message else {
            return answer(.failure(.unsent))
        }
        defer { cbus_release(message) }
        let call = Call(self, answer)
        calls[ObjectIdentifier(call)] = call
        let isSent =
            (startsService || cbus_start_nothing(message) >= 0) && BusMessage.append(arguments, to: message)
            && cbus_call(
                bus, message,
                { reply, failure, context in
                    guard let reply, let context else { return }
                    let call = Unmanaged<Call>.fromOpaque(context).takeUnretainedValue()
                    call.bus.receive(reply, failure, for: call)
                }, Unmanaged.passUnretained(call).toOpaque()) >= 0
        if !isSent, calls.removeValue(forKey: ObjectIdentifier(call)) != nil { answer(.failure(.unsent)) }
    }

    /// Calls a method of the bus itself.
    package func call(
        bus member: String, _ arguments: [BusValue], answer: @escaping (Result<[BusValue], BusFailure>) -> Void
    ) {
        call(Self.daemon, "/org/freedesktop/DBus", Self.daemon, member, arguments, answer: answer)
    }

    /// Asks for one property of an object.
    package func property(
        _ name: String, of interface: String, _ service: String, _ path: String,
        answer: @escaping (Result<BusValue, BusFailure>) -> Void
    ) {
        call(service, path, "org.freedesktop.DBus.Properties", "Get", [.text(interface), .text(name)]) { reply in
            answer(
                reply.flatMap { values in
                    values.count == 1 ? .success(values[0]) : .failure(.unreadable)
                })
        }
    }

    private func receive(_ reply: OpaquePointer, _ failure: CInt, for call: Call) {
        guard calls.removeValue(forKey: ObjectIdentifier(call)) != nil else { return }
        if failure > 0 {
            let name = cbus_error(reply).map { String(cString: $0) } ?? "org.freedesktop.DBus.Error.Failed"
            let text = cbus_error_text(reply).map { String(cString: $0) } ?? SystemCallError.message(of: failure)
            return call.answer(.failure(BusFailure(name, text)))
        }
        guard let values = BusMessage.arguments(of: reply) else { return call.answer(.failure(.unreadable)) }
        call.answer(.success(values))
    }

    // MARK: Services

    /// Watches a service: who owns its name, and the signals of that owner. Signals of all others are no signals,
    /// because anybody may send a signal to one connection.
    /// - Parameters:
    ///   - owner: The owner's unique name, at the beginning and whenever it changes; `nil` if the service is not there.
    ///   - conditions: Which of its signals are heard, each as the rest of a match rule: `,member='Changed'`.
    ///   - signal: What the owner says. Before `owner` was called with a name, nothing is.
    /// - Throws: `SystemCallError` if the bus takes no more rules.
    package func watch(
        _ name: String, only conditions: [String] = [""], owner: @escaping (String?) -> Void,
        signal: @escaping (BusSignal) -> Void
    ) throws(SystemCallError) {
        let service = Service(name, owner, signal)
        services.append(service)
        let rules =
            [
                "type='signal',sender='\(Self.daemon)',interface='\(Self.daemon)',member='NameOwnerChanged',arg0='\(name)'"
            ] + conditions.map { "type='signal',sender='\(name)'\($0)" }
        for rule in rules {
            let result = cbus_watch_signals(
                bus, rule,
                { message, context in
                    guard let message, let context else { return }
                    Unmanaged<Service>.fromOpaque(context).takeUnretainedValue().receive(message)
                }, Unmanaged.passUnretained(service).toOpaque())
            guard result >= 0 else { throw SystemCallError("sd_bus_add_match", -result) }
        }
        // The rules are on their way before this question: no change is missed.
        call(bus: "GetNameOwner", [.text(name)]) { reply in
            guard case .success(let values) = reply, case .text(let owner)? = values.first else {
                return service.isOwned(by: nil)
            }
            service.isOwned(by: owner)
        }
    }

    // MARK: Objects

    /// Serves the objects at a path and below it: `receive` gets each call of a method.
    package func serve(_ path: String, receive: @escaping (BusCall) -> Void) throws(SystemCallError) {
        let receiver = Receiver(receive)
        receivers.append(receiver)
        let result = cbus_serve(
            bus, path,
            { message, context in
                guard let message, let context, let call = BusCall(message) else { return }
                Unmanaged<Receiver>.fromOpaque(context).takeUnretainedValue().receive(call)
            }, Unmanaged.passUnretained(receiver).toOpaque())
        guard result >= 0 else { throw SystemCallError("sd_bus_add_fallback", -result) }
    }

    /// Requests a name, and waits in its queue if another program owns it. `answer` gets whether this connection owns
    /// it now; see ``watchBus(_:)``.
    package func requestName(_ name: String, answer: @escaping (Result<Bool, BusFailure>) -> Void) {
        call(bus: "RequestName", [.text(name), .number(0)]) { reply in
            answer(
                reply.flatMap { values in
                    guard case .number(let code)? = values.first else { return .failure(.unreadable) }
                    // 1: it is ours, 4: it was already. 2: in the queue.
                    return .success(code == 1 || code == 4)
                })
        }
    }

    /// Hears the signals of the bus itself: names that leave it, and names that become this connection's.
    package func watchBus(_ signal: @escaping (BusSignal) -> Void) throws(SystemCallError) {
        try watch(
            Self.daemon, only: [",member='NameOwnerChanged',arg2=''", ",member='NameAcquired'"], owner: { _ in },
            signal: signal)
    }

    /// Sends a signal to one connection, or to all.
    package func signal(
        to destination: String?, _ path: String, _ interface: String, _ member: String, _ arguments: [BusValue]
    ) {
        var message: OpaquePointer?
        guard cbus_new_signal(bus, destination, path, interface, member, &message) >= 0, let message else { return }
        if BusMessage.append(arguments, to: message) { _ = cbus_send(message) }
        cbus_release(message)
    }

    private final class Receiver {
        let receive: (BusCall) -> Void

        init(_ receive: @escaping (BusCall) -> Void) { self.receive = receive }
    }

    private final class Call {
        unowned let bus: BusCalls
        let answer: (Result<[BusValue], BusFailure>) -> Void

        init(_ bus: BusCalls, _ answer: @escaping (Result<[BusValue], BusFailure>) -> Void) {
            self.bus = bus
            self.answer = answer
        }
    }

    private final class Service {
        private let name: String
        private let owned: (String?) -> Void
        private let signal: (BusSignal) -> Void
        private var owner: String?
        /// Whether the owner was said before: the first word counts, even that there is none.
        private var isKnown = false

        init(_ name: String, _ owned: @escaping (String?) -> Void, _ signal: @escaping (BusSignal) -> Void) {
            self.name = name
            self.owned = owned
            self.signal = signal
        }

        func isOwned(by owner: String?) {
            guard !isKnown || owner != self.owner else { return }
            isKnown = true
            self.owner = owner
            owned(owner)
        }

        func receive(_ message: OpaquePointer) {
            guard let sender = cbus_sender(message).map({ String(cString: $0) }) else { return }
            // Any program may send a signal that says it is the bus's: only the sender counts.
            if sender == BusCalls.daemon, name != BusCalls.daemon {
                guard case .text(let owner)? = BusMessage.arguments(of: message, atMost: 3).last else { return }
                return isOwned(by: owner.isEmpty ? nil : owner)
            }
            // The bus owns its own name.
            guard sender == owner || name == BusCalls.daemon && sender == name,
                let path = cbus_path(message), let interface = cbus_interface(message),
                let member = cbus_member(message), let arguments = BusMessage.arguments(of: message)
            else { return }
            signal(
                BusSignal(
                    path: String(cString: path), interface: String(cString: interface),
                    member: String(cString: member), arguments: arguments))
        }
    }
}

/// A call of a method of an object that is served. It waits for one answer.
package final class BusCall {
    /// Arguments that are read; no method here has more.
    private static let maximumArguments = 4

    /// The unique name of the caller.
    package let sender: String
    package let path: String
    /// `nil` if the caller names none.
    package let interface: String?
    package let member: String
    /// The arguments that could be read; a variant as its content.
    package let arguments: [BusValue]
    private let message: OpaquePointer

    /// Reads a call; `nil` of one without a sender or a path, which no bus sends.
    init?(_ message: OpaquePointer) {
        guard let sender = cbus_sender(message), let path = cbus_path(message), let member = cbus_member(message),
            let kept = cbus_reference(message)
        else { return nil }
        self.sender = String(cString: sender)
        self.path = String(cString: path)
        interface = cbus_interface(message).map { String(cString: $0) }
        self.member = String(cString: member)
        arguments = BusMessage.arguments(of: message, atMost: Self.maximumArguments)
        self.message = kept
    }

    deinit { cbus_release(message) }

    package func reply(_ values: [BusValue]) {
        var reply: OpaquePointer?
        guard cbus_new_reply(message, &reply) >= 0, let reply else { return }
        if BusMessage.append(values, to: reply) { _ = cbus_send(reply) }
        cbus_release(reply)
    }

    /// Answers with an error: its name, and a text for people.
    package func fail(_ name: String, _ text: String) {
        _ = cbus_fail(message, name, text)
    }
}

/// Why a call of a method was not answered with values.
package struct BusFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The error's name: `org.freedesktop.DBus.Error.AccessDenied`.
    package var name: String
    /// What the service says of it; may be empty.
    package var text: String

    package init(_ name: String, _ text: String = "") {
        self.name = name
        self.text = text
    }

    /// The reply has values that cannot be read.
    package static let unreadable = BusFailure("org.freedesktop.DBus.Error.InvalidSignature", "the reply is invalid")
    /// The call could not be sent.
    package static let unsent = BusFailure("org.freedesktop.DBus.Error.Disconnected", "the bus is gone")

    private static let absences: Set<String> = [
        "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner",
        "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.Disconnected",
    ]

    /// Whether the service is not there, or has just left. It is waited for.
    package var isAbsence: Bool { Self.absences.contains(name) }
    /// Whether no reply came: the service is busy, or has just left.
    package var isNoReply: Bool { name == "org.freedesktop.DBus.Error.NoReply" }
    /// Whether the bus or the service does not let this user do it.
    package var isDenied: Bool {
        name == "org.freedesktop.DBus.Error.AccessDenied" || name == "org.freedesktop.DBus.Error.AuthFailed"
    }

    package var description: String { text.isEmpty ? name : "\(name): \(text)" }
}

extension Result {
    /// Why it is not a success; `nil` if it is.
    package var failure: Failure? { if case .failure(let failure) = self { failure } else { nil } }
}

/// Input from other threads to the thread of a bus. Adding an item wakes that thread and never waits.
package final class BusMailbox<Item: Sendable>: Sendable {
    /// Things that wait, at most: a thread that is stuck must not fill the memory. Beyond, some give way.
    private static var maximum: Int { 65_536 }

    private struct State {
        var items: [Item] = []
        var isEnded = false
    }

    /// What the thread polls.
    package var descriptor: CInt { wake.descriptor }
    private let wake: WakeDescriptor
    private let givesWay: @Sendable (Item) -> Bool
    private let state = Mutex(State())

    /// An empty mailbox.
    /// - Parameter givesWay: Whether an item may be dropped when too many wait.
    /// - Throws: `SystemCallError` if the process has no descriptor left.
    package init(givesWay: @escaping @Sendable (Item) -> Bool = { _ in false }) throws(SystemCallError) {
        self.givesWay = givesWay
        wake = try WakeDescriptor()
    }

    /// Adds an item behind the others.
    package func put(_ item: Item) {
        let isTaken = state.withLock { state in
            if state.isEnded || state.items.count >= Self.maximum && givesWay(item) { return false }
            state.items.append(item)
            return true
        }
        if isTaken { wake.signal() }
    }

    /// Ends the thread behind the items that wait. No more are taken.
    package func end() {
        state.withLock { $0.isEnded = true }
        wake.signal()
    }

    /// Everything that waits, in order, and whether that is the end.
    package func takeAll() -> (items: [Item], isEnded: Bool) {
        wake.clear()
        return state.withLock { state in
            defer { state.items = [] }
            return (state.items, state.isEnded)
        }
    }
}
