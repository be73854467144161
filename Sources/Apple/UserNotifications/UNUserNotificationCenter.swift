import Bus
import CoreLocation
import Synchronization

/// The notifications of this program. They appear on the desktop of the person who runs it, through the notification
/// server of the session's bus; without one, authorization is denied and nothing is shown.
///
/// Requests that wait are kept over launches. A region is monitored while the program is away, and its notification is
/// delivered when the program uses the center again; a time that passed meanwhile is delivered then, too.
@_weakLinked open class UNUserNotificationCenter: NSObject, @unchecked Sendable {
    // Unchecked, because clients may subclass it: locks guard what changes.

    private static let shared = UNUserNotificationCenter(host: DesktopNotifications(), now: Date.init)

    /// The program's.
    open class func current() -> UNUserNotificationCenter { shared }

    private let host: any NotificationHost
    private let now: @Sendable () -> Date
    private let queue = DispatchQueue(label: "UserNotifications")
    private let core: Mutex<NotificationCore>
    /// Who waits until a request is shown, by its identifier.
    private let waiting = Mutex<[String: [@Sendable ((any Error)?) -> Void]]>([:])
    /// Set by the program, and read on the main queue.
    private let delegateReference = Mutex(DelegateReference())

    private struct DelegateReference: @unchecked Sendable {
        // Unchecked: its owner keeps it behind a lock.

        weak var value: (any UNUserNotificationCenterDelegate)?
    }

    /// Who decides what is shown, and hears what a person presses: on the main queue.
    open weak var delegate: (any UNUserNotificationCenterDelegate)? {
        get { delegateReference.withLock { $0.value } }
        set { delegateReference.withLock { $0.value = newValue } }
    }

    init(host: any NotificationHost, now: @escaping @Sendable () -> Date) {
        (self.host, self.now) = (host, now)
        core = Mutex(NotificationCore(host.kept()))
        super.init()
        host.begin { [weak self] happening in self?.take(happening) }
        perform { $0.begin(at: $1) }
    }

    // MARK: Authorization

    /// Whether there is a notification server; nobody is asked.
    open func requestAuthorization(
        options: UNAuthorizationOptions = [], completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        host.findServer { [queue] hasServer in
            queue.async { completionHandler(hasServer, hasServer ? nil : Self.noServer) }
        }
    }

    /// Whether there is a notification server.
    /// - Throws: `UNError.notificationsNotAllowed` if not.
    open func requestAuthorization(options: UNAuthorizationOptions = []) async throws -> Bool {
        guard await notificationSettings().authorizationStatus == .authorized else { throw Self.noServer }
        return true
    }

    /// What this program may do now.
    open func getNotificationSettings(completionHandler: @escaping @Sendable (UNNotificationSettings) -> Void) {
        host.findServer { [queue] hasServer in
            queue.async { completionHandler(UNNotificationSettings(hasServer: hasServer)) }
        }
    }

    /// What this program may do now.
    open func notificationSettings() async -> UNNotificationSettings {
        await withCheckedContinuation { continuation in
            getNotificationSettings { continuation.resume(returning: $0) }
        }
    }

    private static var noServer: UNError {
        UNError(
            .notificationsNotAllowed,
            "no notification server on the session bus; run this program in a desktop session")
    }

    // MARK: Requests

    /// Delivers a notification at once or when its trigger says so. If its region cannot be monitored, the completion
    /// receives Core Location's error, and the request does not wait.
    open func add(
        _ request: UNNotificationRequest,
        withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        let isDatable: Bool
        if let calendar = request.trigger as? UNCalendarNotificationTrigger {
            isDatable = calendar.date(after: now()) != nil
        } else {
            isDatable = true
        }
        // A program may end in its completion handler: before that, the notification must be at the server, or the
        // region at the daemon.
        let isAwaited = request.trigger == nil && delegate == nil || request.place != nil
        if isAwaited, let completionHandler {
            waiting.withLock { $0[request.identifier, default: []].append(completionHandler) }
        }
        if isDatable { perform { $0.add(request, at: $1) } }
        guard let completionHandler, !isAwaited else { return }
        queue.async { completionHandler(isDatable ? nil : UNError(.notificationInvalidNoDate)) }
    }

    /// The same.
    open func add(_ request: UNNotificationRequest) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            add(request) { error in continuation.resume(with: error.map { .failure($0) } ?? .success(())) }
        }
    }

    /// The requests that wait for their trigger, in the order in which they were added.
    open func getPendingNotificationRequests(completionHandler: @escaping @Sendable ([UNNotificationRequest]) -> Void) {
        let requests = core.withLock(\.requests)
        queue.async { completionHandler(requests) }
    }

    /// The requests that wait for their trigger.
    open func pendingNotificationRequests() async -> [UNNotificationRequest] { core.withLock(\.requests) }

    /// Takes requests back that wait.
    open func removePendingNotificationRequests(withIdentifiers identifiers: [String]) {
        perform { core, _ in core.remove { identifiers.contains($0) } }
    }

    /// Takes all requests back that wait.
    open func removeAllPendingNotificationRequests() { perform { core, _ in core.remove { _ in true } } }

    /// The notifications on the desktop.
    open func getDeliveredNotifications(completionHandler: @escaping @Sendable ([UNNotification]) -> Void) {
        let notifications = core.withLock(\.delivered)
        queue.async { completionHandler(notifications) }
    }

    /// The notifications on the desktop.
    open func deliveredNotifications() async -> [UNNotification] { core.withLock(\.delivered) }

    /// Takes notifications from the desktop.
    open func removeDeliveredNotifications(withIdentifiers identifiers: [String]) {
        perform { core, _ in core.withdraw { identifiers.contains($0) } }
    }

    /// Takes all notifications from the desktop.
    open func removeAllDeliveredNotifications() { perform { core, _ in core.withdraw { _ in true } } }

    /// Has no effect: desktops have no icon to put a number on.
    open func setBadgeCount(
        _ newBadgeCount: Int, withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        if let completionHandler { queue.async { completionHandler(nil) } }
    }

    /// Has no effect.
    open func setBadgeCount(_ newBadgeCount: Int) async throws {}

    // MARK: Categories

    /// The kinds of notifications with their buttons.
    open func setNotificationCategories(_ categories: Set<UNNotificationCategory>) {
        perform { core, _ in
            core.categories = categories
            return []
        }
    }

    /// The kinds of notifications.
    open func getNotificationCategories(completionHandler: @escaping @Sendable (Set<UNNotificationCategory>) -> Void) {
        let categories = core.withLock(\.categories)
        queue.async { completionHandler(categories) }
    }

    /// The kinds of notifications.
    open func notificationCategories() async -> Set<UNNotificationCategory> { core.withLock(\.categories) }

    // MARK: Work

    private func take(_ happening: NotificationHappening) {
        if case .shown(let tag, let number) = happening, let request = core.withLock({ $0.request(of: tag) }) {
            answer(request, number == nil ? Self.noServer : nil)
        }
        perform { core, now in
            switch happening {
            case .timeCame: core.fire(at: now)
            case .crossed(let request, let isEntry): core.crossed(request, isEntry: isEntry, at: now)
            case .monitored(let request, let error): core.monitored(request, isFailed: error != nil)
            case .shown(let tag, let number): core.shown(tag, as: number)
            case .pressed(let number, let key): core.pressed(number, key)
            case .closed(let number): core.closed(number)
            }
        }
        if case .monitored(let request, let error) = happening, !core.withLock({ $0.isAwaited(request) }) {
            answer(request, error)
        }
    }

    /// Tells who waits for a request.
    private func answer(_ request: String, _ error: (any Error)?) {
        for completionHandler in waiting.withLock({ $0.removeValue(forKey: request) }) ?? [] {
            queue.async { completionHandler(error) }
        }
    }

    private func perform(_ change: @Sendable (inout NotificationCore, Date) -> [NotificationCore.Action]) {
        let now = now()
        let actions = core.withLock { core in
            let actions = change(&core, now)
            // What holds for all requests goes in the order of the changes: the last one counts.
            for action in actions {
                switch action {
                case .wait(let date): host.wait(until: date)
                case .keep(let requests): host.keep(requests)
                case .monitor(let request): host.monitor(request)
                case .stopMonitoring(let request): host.stopMonitoring(request)
                default: break
                }
            }
            return actions
        }
        for action in actions {
            switch action {
            case .present(let notification): present(notification)
            case .show(let notification, let tag): host.show(notification, tag: tag)
            case .close(let number): host.close(number)
            case .respond(let response): respond(response)
            case .wait, .keep, .monitor, .stopMonitoring: break
            }
        }
    }

    private func present(_ notification: UNNotification) {
        guard delegate != nil else { return show(notification) }
        DispatchQueue.main.async { [self] in
            guard let delegate else { return show(notification) }
            delegate.userNotificationCenter(self, willPresent: notification) { [self] options in
                if options.isShown { show(notification) } else { answer(notification.request.identifier, nil) }
            }
        }
    }

    private func show(_ notification: UNNotification) {
        perform { core, _ in core.show(notification) }
    }

    private func respond(_ response: UNNotificationResponse) {
        DispatchQueue.main.async { [self] in
            delegate?.userNotificationCenter(self, didReceive: response) {}
        }
    }
}

/// Decides what is shown while the program runs, and hears what a person presses. The functions with a completion are
/// called; unless a type has them, these call the asynchronous ones.
@_weakLinked public protocol UNUserNotificationCenterDelegate: AnyObject {
    /// A notification is about to be shown. Without this function, it is.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void)
    /// The same.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions
    /// A person pressed the notification or one of its buttons.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void)
    /// The same.
    func userNotificationCenter(_ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse) async
}

extension UNUserNotificationCenterDelegate {
    /// Calls the asynchronous function.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
    ) {
        let (delegate, completion) = (Transferred(self), Transferred(completionHandler))
        Task { @MainActor in
            completion.value(await delegate.value.userNotificationCenter(center, willPresent: notification))
        }
    }

    /// It is shown.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions { [.banner, .list, .sound] }

    /// Calls the asynchronous function.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) {
        let (delegate, completion) = (Transferred(self), Transferred(completionHandler))
        Task { @MainActor in
            await delegate.value.userNotificationCenter(center, didReceive: response)
            completion.value()
        }
    }

    /// Nothing.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
    ) async {}
}
