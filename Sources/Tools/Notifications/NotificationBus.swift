package import Bus
package import SystemSupport

/// The notification server of a session, on the thread that calls ``run(_:)``.
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

    private let bus: BusCalls
    private let tell: (Happening) -> Void
    private var hasServer = false
    private var isLooking = false
    private var readsMarkup = false

    /// Connects to the bus of the session.
    package init(tell: @escaping (Happening) -> Void) throws(SystemCallError) {
        bus = try BusCalls(.user)
        self.tell = tell
    }

    /// Serves until the mailbox says so. Throws if the bus is gone.
    package func run(_ mailbox: BusMailbox<Item>) throws(SystemCallError) {
        try bus.watch(Self.name, only: [",interface='\(Self.name)'"]) { [unowned self] owner in
            // One that replaces another has none of its notifications.
            let hadServer = hasServer
            if hadServer {
                hasServer = false
                tell(.gone)
            }
            if owner != nil || !hadServer { look() }
        } signal: { [unowned self] signal in
            guard signal.interface == Self.name else { return }
            // Only the server's: another program of the session may send such a signal, too.
            switch (signal.member, signal.arguments.first, signal.arguments.dropFirst().first) {
            case ("ActionInvoked", .number(let number), .text(let key)): tell(.pressed(number: number, key: key))
            case ("NotificationClosed", .number(let number), _): tell(.closed(number: number))
            default: break
            }
        }
        try bus.run(mailbox) { item in
            switch item {
            case .end: return false
            case .look: look()
            case .show(let notification, let tag): show(notification, tag)
            case .close(let number): call("CloseNotification", [.number(number)]) { _ in }
            }
            return true
        }
    }

    private func look() {
        guard !isLooking else { return }
        isLooking = true
        call("GetCapabilities", []) { [unowned self] reply in
            isLooking = false
            guard case .names(let capabilities)? = reply?.first else {
                hasServer = false
                return tell(.gone)
            }
            hasServer = true
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
            guard case .number(let number)? = reply?.first else { return tell(.shown(tag: tag, number: nil)) }
            tell(.shown(tag: tag, number: number))
        }
    }

    /// Calls the server, which the bus starts if it can. `answer` gets the values of the reply, or `nil`.
    private func call(_ member: String, _ arguments: [BusValue], answer: @escaping ([BusValue]?) -> Void) {
        bus.call(Self.name, Self.path, Self.name, member, arguments, startsService: true) { reply in
            answer(try? reply.get())
        }
    }
}
