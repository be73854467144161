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
    mutating func receive(_ line: GPSDLine, at now: Duration) -> [ReceiverEvent] {
        lastLine = now
        switch line {
        case .report(let report): return receive(report, at: now)
        case .sky(let view):
            accuracy.sky(hdop: view.hdop)
            // The view may be that of the epoch before, in which there was no fix.
            satellitesUsed = view.used > 0 ? view.used : nil
            return [.sky(view)]
        case .gst(let figures):
            accuracy.gst(figures)
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
        if let device, address.isLocal, !exists(device) {
            events += change(to: ReceiverLink(.absent(.unplugged), detail: "\(device) is gone", device: device))
        }
        lastRequest = now
        return (events, now - lastLine > Self.patience ? .giveUp : .watchAgain)
    }

    /// The connection ended: the fix that waited.
    mutating func flush() -> [ReceiverEvent] {
        coalescer.flush().map { [.fix($0)] } ?? []
    }

    private mutating func receive(_ report: GPSDReport, at now: Duration) -> [ReceiverEvent] {
        if let other = report.device, other != device {
            // Two receivers interleaved make no track: one is used until it has had no fix for a while.
            if let lastFix, device != nil, now - lastFix < Self.loyalty { return [] }
            device = other
            driver = nil
        }
        hasReports = true
        lastReport = now
        if report.fix.mode != .none { lastFix = now }
        var events = change(to: ReceiverLink(.open, device: device, driver: driver))
        var fix = accuracy.fix(report)
        fix.satellitesUsed = satellitesUsed
        let complete = coalescer.report(fix, at: now)
        if !complete.isEmpty { accuracy.endOfEpoch() }
        events += complete.map { .fix($0) }
        return events
    }

    private mutating func receive(_ devices: [GPSDLine.Device], isList: Bool) -> [ReceiverEvent] {
        let ours = devices.filter { address.device == nil || $0.path == address.device }
        if isList, ours.isEmpty {
            let detail =
                address.device.map { "gpsd does not know \($0)" } ?? "gpsd has no device"
            return change(to: ReceiverLink(.absent(.noDevice), detail: detail))
        }
        guard let one = ours.first(where: { $0.path == device }) ?? ours.first(where: \.isActivated) ?? ours.first
        else { return [] }
        if device == nil { device = one.path }
        guard one.path == device else { return [] }
        driver = one.driver ?? driver
        // gpsd goes on listing a device that was unplugged, for a while even as open.
        if link?.condition == .absent(.unplugged), !exists(one.path) { return [] }
        return change(to: ReceiverLink(.open, device: device, driver: driver))
    }

    /// Tells a link once.
    private mutating func change(to new: ReceiverLink) -> [ReceiverEvent] {
        guard new != link else { return [] }
        link = new
        return [.link(new)]
    }
}
