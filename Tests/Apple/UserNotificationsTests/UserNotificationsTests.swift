import Bus
import CoreLocation
import Foundation
import Synchronization
import Testing

@testable import UserNotifications

/// A desktop in memory, whose clock the test moves.
private final class ScriptedDesktop: NotificationHost {
    struct State {
        var now = Date(timeIntervalSince1970: 1_700_000_000)
        var kept: [NotificationCore.Pending] = []
        var notify: (@Sendable (NotificationHappening) -> Void)?
        var hasServer = true
        var shown: [BusNotification] = []
        var closed: [UInt32] = []
        var until: Date?
        /// The requests whose regions are monitored, by the names of these.
        var regions: [String: UNNotificationRequest] = [:]
        var maximumRegions = 20
        /// What the program does while a notification is shown, and while the clock is read.
        var onShow: (@Sendable () -> Void)?
        var onClock: (@Sendable () -> Void)?
    }

    let state = Mutex(State())
    private let queue = DispatchQueue(label: "ScriptedDesktop")

    func kept() -> [NotificationCore.Pending] { state.withLock(\.kept) }
    func begin(_ notify: @escaping @Sendable (NotificationHappening) -> Void) { state.withLock { $0.notify = notify } }
    func findServer(_ answer: @escaping @Sendable (Bool) -> Void) { answer(state.withLock(\.hasServer)) }
    func show(_ notification: BusNotification, tag: Int) {
        let onShow = state.withLock { state in
            state.shown.append(notification)
            defer { state.onShow = nil }
            return state.onShow
        }
        onShow?()
        notify(.shown(tag: tag, number: UInt32(tag)))
    }
    func close(_ number: UInt32) { state.withLock { $0.closed.append(number) } }
    func wait(until date: Date?) { state.withLock { $0.until = date } }
    func monitor(_ request: UNNotificationRequest) {
        guard let name = request.region?.identifier else { return }
        let isTooMany = state.withLock { state in
            guard state.regions.count < state.maximumRegions else { return true }
            state.regions[name] = request
            return false
        }
        // The center is not done yet.
        queue.async { [self] in
            notify(.monitored(request: name, isTooMany ? CLError(.regionMonitoringFailure) : nil))
        }
    }
    func stopMonitoring(_ request: UNNotificationRequest) {
        guard let name = request.region?.identifier else { return }
        state.withLock { $0.regions[name] = nil }
    }
    func keep(_ requests: [NotificationCore.Pending]) { state.withLock { $0.kept = requests } }

    func notify(_ happening: NotificationHappening) { state.withLock(\.notify)?(happening) }
    /// The machine enters or leaves the place of all regions.
    func cross(isEntry: Bool) {
        for (name, request) in state.withLock(\.regions).sorted(by: { $0.key < $1.key }) {
            guard let region = request.region, isEntry ? region.notifyOnEntry : region.notifyOnExit else { continue }
            notify(.crossed(request: name, isEntry: isEntry))
        }
    }
    var regions: [String] { state.withLock { $0.regions.keys.sorted() } }
    /// Time passes.
    func pass(_ seconds: TimeInterval) {
        let isDue = state.withLock { state in
            state.now += seconds
            return state.until.map { $0 <= state.now } ?? false
        }
        if isDue { notify(.timeCame) }
    }
    func center() -> UNUserNotificationCenter {
        UNUserNotificationCenter(host: self) { [self] in
            state.withLock(\.onClock)?()
            return state.withLock(\.now)
        }
    }
    var shown: [String] { state.withLock { $0.shown.map(\.summary) } }
}

@Suite struct UserNotificationsTests {
    private let desktop = ScriptedDesktop()
    private let center: UNUserNotificationCenter

    init() {
        center = desktop.center()
    }

    private func request(_ name: String, _ trigger: UNNotificationTrigger? = nil) -> UNNotificationRequest {
        let content = UNMutableNotificationContent()
        content.title = name
        content.subtitle = "below"
        content.body = "text"
        content.sound = .default
        content.categoryIdentifier = "place"
        content.userInfo = ["number": 7]
        return UNNotificationRequest(identifier: name, content: content, trigger: trigger)
    }

    private func yard(
        repeats: Bool = false, onEntry: Bool = true, onExit: Bool = true
    ) -> UNLocationNotificationTrigger {
        let region = CLCircularRegion(
            center: CLLocationCoordinate2D(latitude: 47.5, longitude: 8.7), radius: 200, identifier: "yard")
        (region.notifyOnEntry, region.notifyOnExit) = (onEntry, onExit)
        return UNLocationNotificationTrigger(region: region, repeats: repeats)
    }

    @Test func `Without a trigger it is shown at once with its buttons`() async throws {
        center.setNotificationCategories([
            UNNotificationCategory(
                identifier: "place", actions: [UNNotificationAction(identifier: "OPEN", title: "Open")],
                intentIdentifiers: [], hiddenPreviewsBodyPlaceholder: "hidden", options: [])
        ])
        try await center.add(request("hello"))
        let shown = try #require(desktop.state.withLock(\.shown).first)
        #expect(shown.body == "below\ntext")
        #expect(shown.actions.map(\.key) == ["default", "OPEN"])
        #expect(shown.urgency == .normal && shown.isAudible == true)
        #expect(await center.deliveredNotifications().map(\.request.identifier) == ["hello"])
        #expect(await center.pendingNotificationRequests().isEmpty)
        try await center.add(request("hello"))
        #expect(desktop.state.withLock(\.closed) == [1], "the second takes the place of the first")
        center.removeAllDeliveredNotifications()
        #expect(desktop.state.withLock(\.closed) == [1, 2])
    }

    @Test func `A time passes once or each time`() async throws {
        try await center.add(request("once", UNTimeIntervalNotificationTrigger(timeInterval: 5, repeats: false)))
        try await center.add(request("each", UNTimeIntervalNotificationTrigger(timeInterval: 60, repeats: true)))
        try await center.add(request("now", UNTimeIntervalNotificationTrigger(timeInterval: 60, repeats: false)))
        try await center.add(request("now"))
        #expect(await center.pendingNotificationRequests().map(\.identifier) == ["once", "each"])
        center.removeDeliveredNotifications(withIdentifiers: ["now"])
        desktop.state.withLock { $0.shown.removeAll() }
        desktop.pass(4)
        #expect(desktop.shown.isEmpty)
        desktop.pass(1)
        #expect(desktop.shown == ["once"])
        desktop.pass(55)
        desktop.pass(60)
        #expect(desktop.shown == ["once", "each", "each"])
        #expect(await center.pendingNotificationRequests().map(\.identifier) == ["each"])
        center.removePendingNotificationRequests(withIdentifiers: ["each"])
        #expect(desktop.state.withLock(\.until) == nil)
    }

    @Test func `A region is monitored until its notification is delivered`() async throws {
        try await center.add(request("arrive", yard(onExit: false)))
        try await center.add(request("both", yard(repeats: true)))
        #expect(desktop.regions == ["arrive", "both"])
        desktop.cross(isEntry: false)
        #expect(desktop.shown == ["both"])
        desktop.cross(isEntry: true)
        #expect(desktop.shown == ["both", "arrive", "both"])
        #expect(desktop.regions == ["both"])
        center.removeAllPendingNotificationRequests()
        #expect(desktop.regions.isEmpty)
    }

    @Test func `A region that cannot be monitored is refused and does not wait`() async throws {
        desktop.state.withLock { $0.maximumRegions = 1 }
        try await center.add(request("first", yard()))
        do {
            try await center.add(request("second", yard()))
            Issue.record("there is room for one")
        } catch {
            #expect(CLError.regionMonitoringFailure ~= error)
        }
        #expect(await center.pendingNotificationRequests().map(\.identifier) == ["first"])
        #expect(desktop.regions == ["first"])
    }

    @Test func `A region that cannot be monitored takes nothing from the request that replaced it`() {
        var core = NotificationCore()
        let now = Date(timeIntervalSince1970: 0)
        for _ in 1...2 { _ = core.add(request("home", yard()), at: now) }
        #expect(core.monitored("home", isFailed: true).isEmpty)
        #expect(core.requests.count == 1 && core.isAwaited("home"))
        #expect(core.monitored("home", isFailed: false).isEmpty)
        #expect(!core.isAwaited("home"))
        // The daemon may say later that it cannot.
        #expect(!core.monitored("home", isFailed: true).isEmpty)
        #expect(core.requests.isEmpty)
    }

    @Test func `Requests for one place or places of one name do not silence each other`() async throws {
        try await center.add(request("arrive", yard(onExit: false)))
        try await center.add(request("leave", yard(onEntry: false)))
        #expect(desktop.regions == ["arrive", "leave"])
        let region = try #require(desktop.state.withLock(\.regions)["leave"]?.region as? CLCircularRegion)
        #expect(region.identifier == "leave" && region.radius == 200 && region.center.latitude == 47.5)
        desktop.cross(isEntry: true)
        #expect(desktop.shown == ["arrive"])
        desktop.cross(isEntry: false)
        #expect(desktop.shown == ["arrive", "leave"])
    }

    @Test func `A request that is added while a region is left keeps the region monitored`() async throws {
        try await center.add(request("first", yard()))
        let next = request("next", yard())
        desktop.state.withLock { $0.onShow = { center.add(next) } }
        desktop.notify(.crossed(request: "first", isEntry: false))
        #expect(await center.pendingNotificationRequests().map(\.identifier) == ["next"])
        #expect(desktop.regions == ["next"])
    }

    @Test func `What waited is taken up by the next launch`() async throws {
        try await center.add(request("arrive", yard()))
        try await center.add(request("late", UNTimeIntervalNotificationTrigger(timeInterval: 5, repeats: false)))
        let next = ScriptedDesktop()
        let kept = desktop.state.withLock(\.kept)
        next.state.withLock { state in
            state.kept = kept
            state.now += 100
        }
        let again = next.center()
        #expect(next.regions == ["arrive"])
        #expect(next.shown == ["late"], "its time passed meanwhile")
        #expect(await again.pendingNotificationRequests().map(\.identifier) == ["arrive"])
    }

    @Test func `Without a server nobody is allowed`() async {
        desktop.state.withLock { $0.hasServer = false }
        #expect(await center.notificationSettings().authorizationStatus == .denied)
        do {
            _ = try await center.requestAuthorization(options: [.alert, .sound])
            Issue.record("there is no server")
        } catch {
            #expect(UNError.notificationsNotAllowed ~= error)
        }
    }

    /// One with completion handlers, and one that is asynchronous.
    private final class Quiet: NSObject, UNUserNotificationCenterDelegate {
        func userNotificationCenter(
            _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
            withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
        ) {
            completionHandler(notification.request.identifier == "quiet" ? [] : [.banner, .sound])
        }
    }

    private final class Hearing: NSObject, UNUserNotificationCenterDelegate {
        let (responses, continuation) = AsyncStream.makeStream(of: String.self)

        func userNotificationCenter(
            _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
        ) async {
            continuation.yield(response.actionIdentifier)
        }
    }

    @Test func `A text may have arguments`() {
        #expect(NSString.localizedUserNotificationString(forKey: "At %@", arguments: ["home"]) == "At home")
        #expect(NSString.localizedUserNotificationString(forKey: "100 %", arguments: nil) == "100 %")
    }

    @Test func `The delegate decides what is shown`() async throws {
        let delegate = Quiet()
        center.delegate = delegate
        try await center.add(request("quiet"))
        try await center.add(request("loud"))
        // After what the main queue had to do.
        await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
        #expect(desktop.shown == ["loud"])
    }

    @Test(.timeLimit(.minutes(15))) func `A delegate that is set meanwhile does not hold up who adds`() async throws {
        nonisolated(unsafe) let delegate = Quiet()
        desktop.state.withLock { $0.onClock = { center.delegate = delegate } }
        try await center.add(request("quiet"))
        #expect(desktop.shown.isEmpty)
    }

    @Test func `The delegate hears of buttons`() async throws {
        try await center.add(request("hello"))
        let delegate = Hearing()
        center.delegate = delegate
        desktop.notify(.pressed(number: 1, key: "default"))
        desktop.notify(.pressed(number: 1, key: "OPEN"))
        desktop.notify(.pressed(number: 9, key: "OPEN"))
        var heard = delegate.responses.makeAsyncIterator()
        #expect(await heard.next() == UNNotificationDefaultActionIdentifier)
        #expect(await heard.next() == "OPEN")
    }
}
