import Bus
import CoreLocation

/// Which notifications wait, which are on the desktop, and what is to be done. Pure.
struct NotificationCore: Sendable {
    enum Action: Sendable {
        /// Ask the program, and if it says so, ``show(_:)``.
        case present(UNNotification)
        case show(BusNotification, tag: Int)
        case close(UInt32)
        /// When time comes next.
        case wait(until: Date?)
        case monitor(UNNotificationRequest)
        case stopMonitoring(UNNotificationRequest)
        /// Write down what waits.
        case keep([Pending])
        case respond(UNNotificationResponse)
    }

    struct Pending: Sendable {
        var request: UNNotificationRequest
        /// Of a time: when.
        var date: Date?
    }

    private struct Shown {
        var notification: UNNotification
        var tag: Int
        /// The server's number, once it is known.
        var number: UInt32?
        var isWithdrawn = false
    }

    var categories: Set<UNNotificationCategory> = []
    private var pending: [Pending]
    private var shown: [Shown] = []
    private var nextTag = 0
    /// How often the region of a request was to be monitored without an answer yet, by the request's name.
    private var awaited: [String: Int] = [:]

    /// What waited when the program ended.
    init(_ pending: [Pending] = []) { self.pending = pending }

    var requests: [UNNotificationRequest] { pending.map(\.request) }
    /// What is on the desktop.
    var delivered: [UNNotification] { shown.filter { !$0.isWithdrawn }.map(\.notification) }

    /// Takes up what was kept.
    mutating func begin(at now: Date) -> [Action] {
        guard !pending.isEmpty else { return [] }
        return requests.filter { $0.place != nil }.map { monitor($0) } + fire(at: now)
    }

    /// A request: what has its name is replaced.
    mutating func add(_ request: UNNotificationRequest, at now: Date) -> [Action] {
        let replaced = remove { $0 == request.identifier }
        guard let trigger = request.trigger else {
            return replaced + [.present(UNNotification(date: now, request: request))]
        }
        let left = replaced.filter { if case .stopMonitoring = $0 { true } else { false } }
        pending.append(Pending(request: request, date: trigger.date(after: now)))
        return left + (request.place == nil ? [] : [monitor(request)]) + [next, .keep(pending)]
    }

    private mutating func monitor(_ request: UNNotificationRequest) -> Action {
        awaited[request.identifier, default: 0] += 1
        return .monitor(request)
    }

    /// The region of a request is monitored, or cannot be. Only the last answer is about the request that waits: those
    /// before are about requests that it replaced.
    mutating func monitored(_ identifier: String, isFailed: Bool) -> [Action] {
        let left = (awaited[identifier] ?? 1) - 1
        awaited[identifier] = left > 0 ? left : nil
        return isFailed && left == 0 ? remove { $0 == identifier } : []
    }

    /// Whether an answer about a region is to come.
    func isAwaited(_ identifier: String) -> Bool { awaited[identifier] != nil }

    mutating func remove(_ isMeant: (String) -> Bool) -> [Action] {
        let gone = pending.filter { isMeant($0.request.identifier) }
        guard !gone.isEmpty else { return [] }
        pending.removeAll { isMeant($0.request.identifier) }
        return unneeded(gone.map(\.request)) + [next, .keep(pending)]
    }

    /// It is later: what is due is delivered.
    mutating func fire(at now: Date) -> [Action] {
        var due: [UNNotificationRequest] = []
        for index in pending.indices where (pending[index].date ?? .distantFuture) <= now {
            due.append(pending[index].request)
            pending[index].date = pending[index].request.trigger.flatMap { $0.repeats ? $0.date(after: now) : nil }
        }
        pending.removeAll { $0.date == nil && $0.request.place == nil }
        return due.map { .present(UNNotification(date: now, request: $0)) } + [next]
            + (due.isEmpty ? [] : [.keep(pending)])
    }

    /// This machine has entered or left the region of a request.
    mutating func crossed(_ identifier: String, isEntry: Bool, at now: Date) -> [Action] {
        let due = requests.filter { request in
            guard let region = request.place?.region, request.identifier == identifier else { return false }
            return isEntry ? region.notifyOnEntry : region.notifyOnExit
        }
        let over = due.filter { $0.trigger?.repeats == false }
        pending.removeAll { waiting in over.contains { $0 === waiting.request } }
        return due.map { .present(UNNotification(date: now, request: $0)) } + unneeded(over)
            + (over.isEmpty ? [] : [.keep(pending)])
    }

    /// The program wants it to be shown. One with the same name gives way.
    mutating func show(_ notification: UNNotification) -> [Action] {
        let name = notification.request.identifier
        let gone = withdraw { $0 == name }
        nextTag += 1
        shown.append(Shown(notification: notification, tag: nextTag))
        let content = notification.request.content
        let category = categories.first { $0.identifier == content.categoryIdentifier }
        let buttons = (category?.actions ?? []).map { BusNotification.Action(key: $0.identifier, label: $0.title) }
        let urgency: BusNotification.Urgency =
            switch content.interruptionLevel {
            case .passive: .low
            case .active: .normal
            case .timeSensitive, .critical: .critical
            }
        return gone + [
            .show(
                BusNotification(
                    summary: content.title,
                    body: [content.subtitle, content.body].filter { !$0.isEmpty }.joined(separator: "\n"),
                    actions: [.init(key: Self.itself, label: "")] + buttons, urgency: urgency,
                    isAudible: content.sound != nil), tag: nextTag)
        ]
    }

    func request(of tag: Int) -> String? { shown.first { $0.tag == tag }?.notification.request.identifier }

    /// The server shows it under a number, or not (`nil`).
    mutating func shown(_ tag: Int, as number: UInt32?) -> [Action] {
        guard let index = shown.firstIndex(where: { $0.tag == tag }) else { return [] }
        guard let number, !shown[index].isWithdrawn else {
            shown.remove(at: index)
            return number.map { [.close($0)] } ?? []
        }
        shown[index].number = number
        return []
    }

    /// Takes notifications from the desktop.
    mutating func withdraw(_ isMeant: (String) -> Bool) -> [Action] {
        var actions: [Action] = []
        for index in shown.indices.reversed() where isMeant(shown[index].notification.request.identifier) {
            guard let number = shown[index].number else {
                shown[index].isWithdrawn = true
                continue
            }
            actions.append(.close(number))
            shown.remove(at: index)
        }
        return actions
    }

    /// A person pressed a button or the notification itself.
    mutating func pressed(_ number: UInt32, _ key: String) -> [Action] {
        guard let it = shown.first(where: { $0.number == number }) else { return [] }
        let action = key == Self.itself ? UNNotificationDefaultActionIdentifier : key
        return [.respond(UNNotificationResponse(notification: it.notification, actionIdentifier: action))]
    }

    /// It is not on the desktop any more.
    mutating func closed(_ number: UInt32) -> [Action] {
        shown.removeAll { $0.number == number }
        return []
    }

    /// What servers call the notification itself.
    private static let itself = "default"

    private var next: Action { .wait(until: pending.compactMap(\.date).min()) }

    /// The regions of requests that are over.
    private func unneeded(_ gone: [UNNotificationRequest]) -> [Action] {
        gone.filter { $0.place != nil }.map { .stopMonitoring($0) }
    }
}

extension UNNotificationRequest {
    var place: UNLocationNotificationTrigger? { trigger as? UNLocationNotificationTrigger }
    /// The region that is monitored for it: its own one, so that other requests for the same place change nothing.
    var region: CLRegion? { place?.region.renamed(identifier) }
}
