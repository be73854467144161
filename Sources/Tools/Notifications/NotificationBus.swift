package import Bus
import CBus
import Glibc

/// The notification server of a session, on the one thread that ``run()`` is called on.
///
/// Not for several threads: what others have for it comes through its mailbox.
package final class NotificationBus {
    /// What others have for it.
    package enum Item: Sendable {
        /// Look whether there is a server; this starts one that the bus can start.
        case look
        case show(Notification, tag: Int)
        case close(UInt32)
        /// The thread is to end.
        case end
    }

    /// What it tells.
    package enum Happening: Sendable, Hashable {
        /// There is a server, and whether it shows buttons.
        case found(hasActions: Bool)
        /// There is no server, or not any more.
        case gone
        /// A notification is shown under a number; `nil` if it is not.
        case shown(tag: Int, number: UInt32?)
        case pressed(number: UInt32, key: String)
        case closed(number: UInt32)
    }

    private static let name = "org.freedesktop.Notifications"
    private static let path = "/org/freedesktop/Notifications"

    private let mailbox: BusMailbox<Item>
    private let tell: (Happening) -> Void
    private var bus: OpaquePointer?
    /// The unique name of the server: a signal of another's is none. `nil` if there is no server.
    private var server: String?
    private var readsMarkup = false
    private var calls: Set<Call> = []

    /// A bus that is not open yet.
    package init(_ mailbox: BusMailbox<Item>, tell: @escaping (Happening) -> Void) {
        self.mailbox = mailbox
        self.tell = tell
    }

    /// Serves until the mailbox says so, or the bus is gone.
    /// - Returns: A negative errno of why it ended; 0 for the mailbox's word.
    package func run() -> CInt {
        let opened = cbus_open_user(&bus)
        guard opened >= 0, let bus else { return opened }
        var result = watch(bus)
        look()
        loop: while result >= 0 {
            repeat { result = cbus_process(bus) } while result > 0
            guard result == 0 else { break }
            result = cbus_wait(bus, mailbox.descriptor)
            guard result > 0 else { continue }
            for item in mailbox.takeAll() {
                switch item {
                case .end: break loop
                case .look: look()
                case .show(let notification, let tag): show(notification, tag)
                case .close(let number): call("CloseNotification", [.number(number)]) { _ in }
                }
            }
        }
        cbus_close(bus)
        self.bus = nil
        calls.removeAll()
        return min(result, 0)
    }

    // MARK: Signals

    private func watch(_ bus: OpaquePointer) -> CInt {
        let context = Unmanaged.passUnretained(self).toOpaque()
        let signals = cbus_watch_signals(
            bus, "type='signal',sender='\(Self.name)',interface='\(Self.name)'",
            { message, context in
                guard let message, let context else { return }
                Unmanaged<NotificationBus>.fromOpaque(context).takeUnretainedValue().receive(message)
            }, context)
        guard signals >= 0 else { return signals }
        return cbus_watch_signals(
            bus,
            "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',"
                + "member='NameOwnerChanged',arg0='\(Self.name)'",
            { message, context in
                guard let message, let context,
                    cbus_sender(message).map({ String(cString: $0) }) == "org.freedesktop.DBus"
                else { return }
                Unmanaged<NotificationBus>.fromOpaque(context).takeUnretainedValue().ownerChanged(message)
            }, context)
    }

    private func ownerChanged(_ message: OpaquePointer) {
        guard case .text(let owner)? = BusMessage.arguments(of: message, atMost: 3).last, owner != server else {
            return
        }
        if server != nil {
            server = nil
            tell(.gone)
        }
        if !owner.isEmpty { look() }
    }

    private func receive(_ message: OpaquePointer) {
        // Another program of the session may send such a signal to this one: only the server presses buttons.
        guard let server, cbus_sender(message).map({ String(cString: $0) }) == server,
            let member = cbus_member(message).map({ String(cString: $0) })
        else { return }
        let arguments = BusMessage.arguments(of: message, atMost: 2)
        switch (member, arguments.first, arguments.dropFirst().first) {
        case ("ActionInvoked", .number(let number), .text(let key)): tell(.pressed(number: number, key: key))
        case ("NotificationClosed", .number(let number), _): tell(.closed(number: number))
        default: break
        }
    }

    // MARK: Calls

    private func look() {
        call("GetCapabilities", []) { [unowned self] reply in
            guard let reply, let sender = cbus_sender(reply),
                case .names(let capabilities)? = BusMessage.arguments(of: reply, atMost: 1).first
            else {
                server = nil
                return tell(.gone)
            }
            server = String(cString: sender)
            readsMarkup = capabilities.contains("body-markup")
            tell(.found(hasActions: capabilities.contains("actions")))
        }
    }

    private func show(_ notification: Notification, _ tag: Int) {
        let arguments: [BusValue] = [
            .text("locd"), .number(0), .text("find-location"), .text(notification.summary),
            .text(notification.body(asMarkup: readsMarkup)),
            .names(notification.actions.flatMap { [$0.key, $0.label] }),
            // Urgent: it stays until a person has seen it. The daemon says when the time for an answer is over.
            .properties([.init("urgency", .byte(2)), .init("desktop-entry", .text("locd"))]), .integer(0),
        ]
        call("Notify", arguments) { [unowned self] reply in
            guard let reply, case .number(let number)? = BusMessage.arguments(of: reply, atMost: 1).first else {
                return tell(.shown(tag: tag, number: nil))
            }
            tell(.shown(tag: tag, number: number))
        }
    }

    /// Keeps what is to be done with a reply until it comes.
    private final class Call: Hashable {
        unowned let bus: NotificationBus
        let reply: (OpaquePointer?) -> Void

        init(_ bus: NotificationBus, _ reply: @escaping (OpaquePointer?) -> Void) {
            self.bus = bus
            self.reply = reply
        }

        static func == (one: Call, other: Call) -> Bool { one === other }
        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }

    private func call(_ member: String, _ arguments: [BusValue], _ reply: @escaping (OpaquePointer?) -> Void) {
        var message: OpaquePointer?
        guard let bus, cbus_new_call(bus, Self.name, Self.path, Self.name, member, &message) >= 0, let message else {
            return reply(nil)
        }
        defer { cbus_release(message) }
        let call = Call(self, reply)
        calls.insert(call)
        let isSent =
            BusMessage.append(arguments, to: message)
            && cbus_call(
                bus, message,
                { message, failure, context in
                    guard let context else { return }
                    let call = Unmanaged<Call>.fromOpaque(context).takeUnretainedValue()
                    // It goes when this returns.
                    guard let kept = call.bus.calls.remove(call) else { return }
                    kept.reply(failure == 0 ? message : nil)
                }, Unmanaged.passUnretained(call).toOpaque()) >= 0
        if !isSent, calls.remove(call) != nil { reply(nil) }
    }
}
