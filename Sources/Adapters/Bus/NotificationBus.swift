package import SystemSupport

/// A notification with buttons, as org.freedesktop.Notifications 1.2 has them.
package struct BusNotification: Sendable, Hashable {
    package struct Action: Sendable, Hashable {
        /// What the server says when it was pressed; `default` is the notification itself.
        package var key: String
        /// What a person reads.
        package var label: String

        package init(key: String, label: String) { (self.key, self.label) = (key, label) }
    }

    /// How much it matters, as the server's `urgency`.
    package enum Urgency: UInt8, Sendable {
        case low, normal
        /// It stays until a person has seen it.
        case critical
    }

    /// The title: plain text.
    package var summary: String
    /// The text: plain; see ``body(asMarkup:)``.
    package var body: String
    /// The buttons, the most important first: some servers show three.
    package var actions: [Action]
    package var urgency: Urgency
    /// Whether the server is asked for a sound; `nil` leaves that to it.
    package var isAudible: Bool?

    package init(
        summary: String, body: String, actions: [Action], urgency: Urgency = .critical, isAudible: Bool? = nil
    ) {
        (self.summary, self.body, self.actions) = (summary, body, actions)
        (self.urgency, self.isAudible) = (urgency, isAudible)
    }

    /// The text for a server that reads markup in it, or not: nothing in it may become a link or an image.
    package func body(asMarkup: Bool) -> String {
        guard asMarkup else { return body }
        return body.reduce(into: "") { text, character in
            switch character {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            default: text.append(character)
            }
        }
    }
}

/// The notification server of a session, on the thread that calls ``run(_:)``.
package final class NotificationBus {
    /// What others have for it.
    package enum Item: Sendable {
        /// Look whether there is a server; this starts one that the bus can start.
        case look
        case show(BusNotification, tag: Int)
        case close(UInt32)
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
    private let program: String
    private let icon: String
    private let notify: (Happening) -> Void
    private var hasServer = false
    private var isLooking = false
    private var readsMarkup = false

    /// Connects to the bus of the session.
    /// - Parameters:
    ///   - program: Whose notifications they are: the name of its desktop file.
    ///   - icon: The name of an icon; may be empty.
    package init(
        program: String, icon: String, notify: @escaping (Happening) -> Void
    ) throws(SystemCallError) {
        bus = try BusCalls(.user)
        (self.program, self.icon) = (program, icon)
        self.notify = notify
    }

    /// Serves until the mailbox is ended. Throws if the bus is gone.
    package func run(_ mailbox: BusMailbox<Item>) throws(SystemCallError) {
        try bus.watch(Self.name, only: [",interface='\(Self.name)'"]) { [unowned self] owner in
            // One that replaces another has none of its notifications.
            let hadServer = hasServer
            if hadServer {
                hasServer = false
                notify(.gone)
            }
            if owner != nil || !hadServer { look() }
        } signal: { [unowned self] signal in
            guard signal.interface == Self.name else { return }
            // Only the server's: another program of the session may send such a signal, too.
            switch (signal.member, signal.arguments.first, signal.arguments.dropFirst().first) {
            case ("ActionInvoked", .number(let number), .text(let key)): notify(.pressed(number: number, key: key))
            case ("NotificationClosed", .number(let number), _): notify(.closed(number: number))
            default: break
            }
        }
        try bus.run(mailbox) { item in
            switch item {
            case .look: look()
            case .show(let notification, let tag): show(notification, tag)
            case .close(let number): call("CloseNotification", [.number(number)]) { _ in }
            }
        }
    }

    private func look() {
        guard !isLooking else { return }
        isLooking = true
        call("GetCapabilities", []) { [unowned self] reply in
            isLooking = false
            guard case .names(let capabilities)? = reply?.first else {
                hasServer = false
                return notify(.gone)
            }
            hasServer = true
            readsMarkup = capabilities.contains("body-markup")
            notify(.found(hasActions: capabilities.contains("actions")))
        }
    }

    private func show(_ notification: BusNotification, _ tag: Int) {
        var hints = [
            BusValue.Property("urgency", .byte(notification.urgency.rawValue)),
            .init("desktop-entry", .text(program)),
        ]
        switch notification.isAudible {
        case true: hints.append(.init("sound-name", .text("message-new-instant")))
        case false: hints.append(.init("suppress-sound", .boolean(true)))
        default: break
        }
        let arguments: [BusValue] = [
            .text(program), .number(0), .text(icon), .text(notification.summary),
            .text(notification.body(asMarkup: readsMarkup)),
            .names(notification.actions.flatMap { [$0.key, $0.label] }),
            // A critical one stays until a person has seen it; of others the server says how long.
            .properties(hints), .integer(notification.urgency == .critical ? 0 : -1),
        ]
        call("Notify", arguments) { [unowned self] reply in
            guard case .number(let number)? = reply?.first else { return notify(.shown(tag: tag, number: nil)) }
            notify(.shown(tag: tag, number: number))
        }
    }

    /// Calls the server, which the bus starts if it can. `answer` gets the values of the reply, or `nil`.
    private func call(_ member: String, _ arguments: [BusValue], answer: @escaping ([BusValue]?) -> Void) {
        bus.call(Self.name, Self.path, Self.name, member, arguments, startsService: true) { reply in
            answer(try? reply.get())
        }
    }
}
