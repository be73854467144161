import Bus
import CoreLocation
import SystemSupport

/// What a center needs of the machine; tests have one in memory.
protocol NotificationHost: Sendable {
    /// What waited when the program ended.
    func kept() -> [NotificationCore.Pending]
    /// From now on, what happens.
    func begin(_ notify: @escaping @Sendable (NotificationHappening) -> Void)
    func findServer(_ answer: @escaping @Sendable (Bool) -> Void)
    func show(_ notification: BusNotification, tag: Int)
    func close(_ number: UInt32)
    /// Says when a time has come; `nil` says nothing any more.
    func wait(until date: Date?)
    /// Monitors the ``UNNotificationRequest/region`` of a request, and says later whether it is.
    func monitor(_ request: UNNotificationRequest)
    func stopMonitoring(_ request: UNNotificationRequest)
    func keep(_ requests: [NotificationCore.Pending])
}

enum NotificationHappening: Sendable {
    case timeCame
    case crossed(request: String, isEntry: Bool)
    /// The region of a request is monitored, or will be; or it cannot be.
    case monitored(request: String, (any Error)?)
    /// A notification is shown under a number; `nil` if it is not.
    case shown(tag: Int, number: UInt32?)
    case pressed(number: UInt32, key: String)
    case closed(number: UInt32)
}

/// The notification server of the session, timers, and the regions of the daemon. Everything begins when it is needed.
final class DesktopNotifications: NotificationHost, @unchecked Sendable {
    // Unchecked: what changes is used on one queue only.

    /// All of it is used on this queue.
    private let queue = DispatchQueue(label: "UserNotifications.desktop")
    private var notify: (@Sendable (NotificationHappening) -> Void)?
    private var mailbox: BusMailbox<NotificationBus.Item>?
    /// `nil` until the bus has answered.
    private var hasServer: Bool?
    /// What was handed over, by tag, until the server answers; and what it shows.
    private var unanswered: Set<Int> = []
    private var shown: Set<UInt32> = []
    private var questions: [@Sendable (Bool) -> Void] = []
    private var timer: (any DispatchSourceTimer)?
    private var regions: RegionNotifications?

    /// Where the requests of this program are kept.
    private static var file: URL {
        CLLocationManager.stateDirectory.appendingPathComponent("UserNotifications").appendingPathComponent(
            "\(CLLocationManager.programLabel.replacingOccurrences(of: "/", with: "_")).json")
    }

    func begin(_ notify: @escaping @Sendable (NotificationHappening) -> Void) { queue.async { self.notify = notify } }

    func kept() -> [NotificationCore.Pending] {
        let kept = (try? Data(contentsOf: Self.file)).flatMap {
            try? JSONDecoder().decode([Lossy<KeptRequest>].self, from: $0)
        }
        return (kept ?? []).compactMap(\.value?.pending)
    }

    func keep(_ requests: [NotificationCore.Pending]) {
        let kept = requests.map { KeptRequest($0) }
        queue.async {
            do {
                try FileManager.default.createDirectory(
                    at: Self.file.deletingLastPathComponent(), withIntermediateDirectories: true,
                    attributes: [.posixPermissions: 0o700])
                try JSONEncoder().encode(kept).write(to: Self.file, options: .atomic)
            } catch {
                // They still wait in this program; only a later launch does not know them.
            }
        }
    }

    // MARK: The server

    func findServer(_ answer: @escaping @Sendable (Bool) -> Void) {
        queue.async { [self] in
            questions.append(answer)
            let isNew = connect() == nil || hasServer != nil
            if mailbox == nil { return found(false) }
            if isNew { mailbox?.put(.look) }
        }
    }

    func show(_ notification: BusNotification, tag: Int) {
        queue.async { [self] in
            guard let mailbox = connect() ?? mailbox else {
                notify?(.shown(tag: tag, number: nil))
                return
            }
            unanswered.insert(tag)
            mailbox.put(.show(notification, tag: tag))
        }
    }

    func close(_ number: UInt32) { queue.async { [self] in mailbox?.put(.close(number)) } }

    /// Connects, unless it is connected; the mailbox of a connection that was there.
    private func connect() -> BusMailbox<NotificationBus.Item>? {
        if let mailbox { return mailbox }
        guard let mailbox = try? BusMailbox<NotificationBus.Item>() else { return nil }
        self.mailbox = mailbox
        let program = ProcessInfo.processInfo.processName
        Thread.detachNewThread { [self] in
            try? NotificationBus(program: program, icon: "") { happening in self.queue.async { self.take(happening) } }
                .run(mailbox)
            queue.async { self.didEnd() }
        }
        return mailbox
    }

    private func take(_ happening: NotificationBus.Happening) {
        switch happening {
        case .found: found(true)
        case .gone: lost()
        case .shown(let tag, let number):
            unanswered.remove(tag)
            if let number { shown.insert(number) }
            notify?(.shown(tag: tag, number: number))
        case .pressed(let number, let key): notify?(.pressed(number: number, key: key))
        case .closed(let number):
            shown.remove(number)
            notify?(.closed(number: number))
        }
    }

    /// The server is gone, and with it what it showed.
    private func lost() {
        let closed = shown
        shown = []
        for number in closed { notify?(.closed(number: number)) }
        found(false)
    }

    private func found(_ isThere: Bool) {
        hasServer = isThere
        let answered = questions
        questions = []
        for answer in answered { answer(isThere) }
    }

    /// There is no bus, or not any more; the next one that needs it tries again.
    private func didEnd() {
        mailbox = nil
        let tags = unanswered
        unanswered = []
        for tag in tags { notify?(.shown(tag: tag, number: nil)) }
        lost()
        hasServer = nil
    }

    // MARK: Time and regions

    func wait(until date: Date?) {
        queue.async { [self] in
            timer?.cancel()
            timer = nil
            guard let date else { return }
            let timer = DispatchSource.makeTimerSource(queue: queue)
            timer.setEventHandler { [weak self] in self?.notify?(.timeCame) }
            // The wall clock: a suspended machine delivers when it wakes.
            timer.schedule(wallDeadline: .now() + max(date.timeIntervalSinceNow, 0))
            timer.resume()
            self.timer = timer
        }
    }

    func monitor(_ request: UNNotificationRequest) {
        queue.async { [self] in
            guard let region = request.region else { return }
            let regions = self.regions ?? RegionNotifications(queue: queue) { [weak self] in self?.notify?($0) }
            self.regions = regions
            regions.manager.startMonitoring(for: region)
        }
    }

    func stopMonitoring(_ request: UNNotificationRequest) {
        queue.async { [self] in
            if let region = request.region { regions?.manager.stopMonitoring(for: region) }
        }
    }
}

/// Hears of the crossings, on its queue.
private final class RegionNotifications: NSObject, CLLocationManagerDelegate {
    let manager: CLLocationManager
    private let notify: (NotificationHappening) -> Void

    init(queue: DispatchQueue, notify: @escaping (NotificationHappening) -> Void) {
        manager = CLLocationManager.make(part: "notifications", queue: queue)
        self.notify = notify
        super.init()
        manager.delegate = self
    }

    func locationManager(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion) {
        notify(.monitored(request: region.identifier, nil))
    }

    func locationManager(
        _ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?, withError error: any Error
    ) {
        guard let region else { return }
        // Without the daemon or the authorization, monitoring begins later.
        let isFinal = CLError.regionMonitoringFailure ~= error
        notify(.monitored(request: region.identifier, isFinal ? error : nil))
    }

    func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
        notify(.crossed(request: region.identifier, isEntry: true))
    }

    func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
        notify(.crossed(request: region.identifier, isEntry: false))
    }
}

/// A request on the disk.
private struct KeptRequest: Codable {
    var identifier: String
    var title: String
    var subtitle: String
    var body: String
    var category: String
    var thread: String
    var level: UInt
    var isAudible: Bool
    var badge: Int?
    /// A property list; absent if it cannot be written as one.
    var userInfo: Data?
    var repeats: Bool
    var date: Date?
    var interval: Double?
    var components: DateComponents?
    var region: Data?

    init(_ pending: NotificationCore.Pending) {
        let (request, content) = (pending.request, pending.request.content)
        identifier = request.identifier
        (title, subtitle, body) = (content.title, content.subtitle, content.body)
        (category, thread) = (content.categoryIdentifier, content.threadIdentifier)
        (level, isAudible) = (content.interruptionLevel.rawValue, content.sound != nil)
        badge = content.badge?.intValue
        userInfo = try? PropertyListSerialization.data(
            fromPropertyList: content.userInfo, format: .xml, options: 0)
        repeats = request.trigger?.repeats ?? false
        date = pending.date
        interval = (request.trigger as? UNTimeIntervalNotificationTrigger)?.timeInterval
        components = (request.trigger as? UNCalendarNotificationTrigger)?.dateComponents
        region = (request.trigger as? UNLocationNotificationTrigger).flatMap {
            try? NSKeyedArchiver.archivedData(withRootObject: $0.region, requiringSecureCoding: true)
        }
    }

    var pending: NotificationCore.Pending? {
        let content = UNMutableNotificationContent()
        (content.title, content.subtitle, content.body) = (title, subtitle, body)
        (content.categoryIdentifier, content.threadIdentifier) = (category, thread)
        content.interruptionLevel = UNNotificationInterruptionLevel(rawValue: level) ?? .active
        content.sound = isAudible ? .default : nil
        content.badge = badge.map { NSNumber(value: $0) }
        let list = userInfo.flatMap { try? PropertyListSerialization.propertyList(from: $0, format: nil) }
        content.userInfo = list as? [AnyHashable: Any] ?? [:]
        let trigger: UNNotificationTrigger?
        if let interval, interval > 0, !repeats || interval >= 60 {
            trigger = UNTimeIntervalNotificationTrigger(timeInterval: interval, repeats: repeats)
        } else if let components {
            trigger = UNCalendarNotificationTrigger(dateMatching: components, repeats: repeats)
        } else {
            let place = region.flatMap {
                try? NSKeyedUnarchiver.unarchivedObject(
                    ofClasses: [CLRegion.self, CLCircularRegion.self, CLBeaconRegion.self], from: $0) as? CLRegion
            }
            trigger = place.map { UNLocationNotificationTrigger(region: $0, repeats: repeats) }
        }
        return trigger.map {
            let request = UNNotificationRequest(identifier: identifier, content: content, trigger: $0)
            return NotificationCore.Pending(request: request, date: date)
        }
    }
}
