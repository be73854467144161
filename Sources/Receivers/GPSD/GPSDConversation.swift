import Glibc
import LocationModel
import LocationServices

/// What gpsd's lines and its silences mean: pure but for one question, whether the device still exists.
///
/// gpsd says nothing when a receiver is unplugged, and does not open one again that came back unless udev or a client
/// asks. So after a silence the device is looked for, and the watch is asked for again.
struct GPSDConversation {
    /// What the session shall do.
    enum Request {
        case none
        /// Ask for the watch again: gpsd then tries to open its devices.
        case watchAgain
        /// gpsd itself is silent: connect anew.
        case giveUp
    }

    /// Silence of the receiver after which the device is looked for and the watch repeated.
    static let silence = Duration.seconds(2)
    /// Silence of gpsd, in spite of repeated watches, after which the connection is given up.
    static let patience = Duration.seconds(30)
    /// How long the device that is in use keeps others out after its last fix.
    static let loyalty = Duration.seconds(5)

    private let address: GPSDAddress
    private let exists: (String) -> Bool
    private var coalescer = EpochCoalescer()
    private var accuracy = GPSDAccuracy()
    private var device: String?
    private var driver: String?
    private var lastLine: Duration
    private var lastReport: Duration
    private var lastRequest: Duration
    private var lastFix: Duration?
    private var link: ReceiverLink?
    private var satellitesUsed: Int?

    /// Whether gpsd has reported anything of a receiver.
    private(set) var hasReports = false

    init(
        address: GPSDAddress, at now: Duration,
        exists: @escaping (String) -> Bool = { access($0, F_OK) == 0 || errno != ENOENT }
    ) {
        self.address = address
        self.exists = exists
        device = address.device
        lastLine = now
        lastReport = now
        lastRequest = now
    }

    /// The instant at which ``tick(at:)`` is due.
    var deadline: Duration {
        let next = max(lastReport, lastRequest) + Self.silence
        return coalescer.deadline.map { min($0, next) } ?? next
    }

    /// Takes one line.
    mutating func receive(_ line: GPSDConnection.Line, at now: Duration) -> [ReceiverEvent] {
        lastLine = now
        switch line {
        case .report(let report): return receive(report, at: now)
        case .sky(let view, let sender):
            guard isOurs(sender) else { return [] }
            accuracy.sky(hdop: view.hdop)
            // The view may be that of the epoch before, in which there was no fix.
            satellitesUsed = view.used > 0 ? view.used : nil
            return [.sky(view)]
        case .gst(let figures, let sender):
            if isOurs(sender) { accuracy.gst(figures) }
            return []
        case .devices(let devices, let isList): return receive(devices, isList: isList)
        case .refusal(let words):
            return change(to: ReceiverLink(.failing(.deviceError), detail: "gpsd refuses: \(words)", device: device))
        case .other: return []
        }
    }

    /// Time passed.
    mutating func tick(at now: Duration) -> (events: [ReceiverEvent], request: Request) {
        var events: [ReceiverEvent] = []
        if let fix = coalescer.tick(at: now) { events.append(.fix(fix)) }
        guard now >= max(lastReport, lastRequest) + Self.silence else { return (events, .none) }
        if let device {
            if isGone(device) {
                events += change(to: gone(device))
            } else if link?.condition == .absent(.unplugged) {
                // Plugged in again; whether it says anything the monitor finds out.
                events += change(to: ReceiverLink(.open, device: device, driver: driver))
            }
        }
        lastRequest = now
        return (events, now - lastLine > Self.patience ? .giveUp : .watchAgain)
    }

    /// The connection ended: the fix that waited.
    mutating func flush() -> [ReceiverEvent] {
        coalescer.flush().map { [.fix($0)] } ?? []
    }

    private mutating func receive(_ report: GPSDReport, at now: Duration) -> [ReceiverEvent] {
        var events: [ReceiverEvent] = []
        if let sender = report.device, sender != device {
            guard gives(way: report.fix.mode != .none, at: now) else { return [] }
            // What was gathered of the other receiver says nothing about this one.
            events += flush()
            accuracy = GPSDAccuracy()
            device = sender
            driver = nil
            lastFix = nil
        }
        hasReports = true
        lastReport = now
        if report.fix.mode != .none { lastFix = now }
        events += change(to: ReceiverLink(.open, device: device, driver: driver))
        var fix = accuracy.fix(report)
        fix.satellitesUsed = satellitesUsed
        events += coalescer.report(fix, at: now).map { .fix($0) }
        return events
    }

    /// Whether the device in use leaves its place to another one, which has a fix or has none. Two receivers interleaved
    /// make no track: one is used until it has had no fix for a while, and, against one that has none either, until it
    /// has said nothing for a while.
    private func gives(way hasFix: Bool, at now: Duration) -> Bool {
        if address.device != nil { return false }
        guard device != nil, hasReports else { return true }
        if let lastFix, now - lastFix < Self.loyalty { return false }
        return hasFix || now - lastReport >= Self.loyalty
    }

    private func isOurs(_ sender: String?) -> Bool {
        guard let sender, let device else { return true }
        return sender == device
    }

    private mutating func receive(_ devices: [GPSDConnection.Device], isList: Bool) -> [ReceiverEvent] {
        let ours = devices.filter { address.device == nil || $0.path == address.device }
        if isList, ours.isEmpty {
            // udev, or gpsd itself, takes a device that was unplugged off the list: that is no other news.
            if let device, hasReports, isGone(device) { return change(to: gone(device)) }
            let detail =
                address.device.map { "gpsd does not know \($0)" } ?? "gpsd has no device"
            return change(to: ReceiverLink(.absent(.noDevice), detail: detail))
        }
        guard let one = ours.first(where: { $0.path == device }) ?? ours.first(where: \.isActivated) ?? ours.first
        else { return [] }
        // A list without the device in use: gpsd has let go of that one.
        if isList || device == nil, one.path != device {
            device = one.path
            driver = nil
        }
        guard one.path == device else { return [] }
        driver = one.driver ?? driver
        switch link?.condition {
        case .absent(.unplugged) where !one.isActivated || isGone(one.path): return []
        default: return change(to: ReceiverLink(.open, device: device, driver: driver))
        }
    }

    private func isGone(_ device: String) -> Bool { address.isLocal && !exists(device) }

    private func gone(_ device: String) -> ReceiverLink {
        ReceiverLink(.absent(.unplugged), detail: "\(device) is gone", device: device)
    }

    /// Tells a link once.
    private mutating func change(to new: ReceiverLink) -> [ReceiverEvent] {
        guard new != link else { return [] }
        link = new
        return [.link(new)]
    }
}
