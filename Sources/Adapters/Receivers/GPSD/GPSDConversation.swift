import Glibc
import LocationModel
import LocationServices
internal import Motion
import NMEA

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
        /// gpsd itself is silent: connect again.
        case giveUp
    }

    /// Silence of the receivers after which the device is looked for and the watch repeated.
    static let silence = Duration.seconds(2)
    /// The longest pause until that is done again. Pauses grow to half of the silence: who plugs a receiver in again
    /// waits for it no longer than it was away, and a receiver that is off for the night does not keep the machine
    /// awake.
    static let longestPause = Duration.seconds(8)
    /// How often the watch is repeated for a device that fell silent while another one reports.
    static let revival = Duration.seconds(30)
    /// Degrees between positions that are one, rounded by different sentences.
    private static let rounding = 2e-6
    /// Reports that are left out in a row: behind more of them the receiver has nothing better.
    private static let mostAsides = 5
    /// Milliseconds between reports of one clock.
    private static let longestStep: Int64 = 60_000
    /// Milliseconds behind a report before which one of the same place is the same again.
    private static let shortestStep: Int64 = 950
    /// How long lines without a position may come: gpsd takes up to 6 s to know a receiver.
    static let uselessness = Duration.seconds(10)
    /// Stands for sentences among the classes, which are in quotes.
    private static let sentence = "sentence"
    /// Classes that are counted: gpsd has no more.
    private static let mostClasses = 16
    /// Silence of gpsd, in spite of repeated watches, after which the connection is given up.
    static let patience = Duration.seconds(30)

    /// What is gathered of one device.
    private struct Details {
        var accuracy = GPSDAccuracy()
        var satellitesUsed: Int?
        var listsSatellites = false
        var driver: String?
        /// Whether gpsd has had it open.
        var wasOpen = false
        /// Its latest report with a course or an altitude, and the time of the latest that goes on from it.
        var full: (coordinate: Coordinate, timestamp: Timestamp)?
        /// Reports of positions at other times since.
        var asides = 0
    }

    private let address: GPSDAddress
    private let exists: (String) -> Bool
    /// Devices that were here once. Others were never unplugged: the sandbox may hide what gpsd has.
    private(set) var seen: Set<String>
    private var chooser: DeviceChooser
    /// By device; reports of a gpsd that names none are under "".
    private var details: [String: Details] = [:]
    private var coalescer = EpochCoalescer()
    private var headings = HeadingWatch()
    /// What gpsd was last asked for.
    private var isSendingSentences = true
    private var lastLine: Duration
    private var lastReport: Duration
    private var lastRequest: Duration
    private var link: ReceiverLink?

    /// Lines without a position since the latest report, by their class; without one: damaged ones.
    private var useless: [String: Int] = [:]
    private var lastUseless = Duration.zero
    /// The datum of the device in use, if it is not WGS 84.
    private var otherDatum: String?
    /// Lines that were damaged, since the beginning.
    private(set) var damaged = 0
    /// Reports of another time than the dated ones, since the beginning.
    private(set) var asides = 0
    /// When the period began in which refusals are counted, with its reports, and ``asides`` and ``damaged`` before it.
    private var period: (since: Duration?, reports: Int, asides: Int, damaged: Int) = (nil, 0, 0, 0)
    /// What was refused in the one before, if it was much.
    private var refused: String?

    /// Whether gpsd has reported anything of a receiver.
    private(set) var hasReports = false

    init(
        address: GPSDAddress, at now: Duration, seen: Set<String> = [],
        exists: @escaping (String) -> Bool = { access($0, F_OK) == 0 || errno != ENOENT }
    ) {
        self.address = address
        self.exists = exists
        self.seen = seen
        chooser = DeviceChooser(preferring: address.device)
        lastLine = now
        lastReport = now
        lastRequest = now
    }

    /// Whether gpsd shall send the receiver's sentences beside its reports: for a heading, and to know what comes where
    /// no report does.
    var wantsSentences: Bool { !hasReports || headings.wantsSentences }

    /// The instant at which ``tick(at:)`` is due.
    var deadline: Duration {
        [nextLook, coalescer.deadline, headings.deadline].compactMap(\.self).min() ?? nextLook
    }

    /// When the receivers have been silent for so long that the device is looked for, if they remain so.
    private var nextLook: Duration {
        guard lastRequest > lastReport else { return lastReport + Self.silence }
        let pause = min(max((lastRequest - lastReport) / 2, Self.silence), Self.longestPause)
        return min(lastRequest + pause, max(lastLine + Self.patience, lastRequest + Self.silence))
    }

    mutating func receive(_ line: GPSDConnection.Line, at now: Duration) -> [ReceiverEvent] {
        lastLine = now
        switch line {
        case .report(let report): return receive(report, at: now)
        case .sky(let view, let device, let vdop, let hasSatellites, let used):
            let key = device ?? chooser.chosen ?? ""
            gather(key) {
                $0.accuracy.sky(hdop: view.hdop, vdop: vdop)
                if hasSatellites { $0.listsSatellites = true }
                // That number is GGA's, which mostly ends at 12: beside a list it says less.
                guard let used = hasSatellites ? view.used : $0.listsSatellites ? nil : used else { return }
                // The view may be that of the epoch before, in which there was no fix.
                $0.satellitesUsed = used > 0 ? used : nil
            }
            return hasSatellites && key == chooser.chosen ?? key ? [.sky(view)] : []
        case .gst(let figures, let device):
            gather(device ?? chooser.chosen ?? "") { $0.accuracy.gst(figures) }
            return []
        case .sentence(let sentence):
            useless(Self.sentence, at: now)
            return headings.sentence(sentence, at: now).map { [.heading($0)] } ?? []
        case .devices(let devices, let isList): return receive(devices, isList: isList)
        case .refusal(let words):
            return change(
                to: ReceiverLink(.failing(.deviceError), detail: "gpsd refuses: \(words)", device: chooser.chosen))
        case .version: return []
        case .other(let name):
            if !name.isEmpty, name != #""WATCH""# { useless(name, at: now) }
            return []
        case .damaged(let isReport):
            damaged += 1
            useless("", at: now)
            // Beside others it counts as one without coordinates. Where no other comes, the link says what does.
            return isReport && now - lastReport < Self.uselessness ? [.fix(Fix(mode: .fix3D))] : []
        }
    }

    mutating func tick(at now: Duration) -> (events: [ReceiverEvent], request: Request) {
        var events: [ReceiverEvent] = []
        if let fix = coalescer.tick(at: now) { events.append(.fix(fix)) }
        headings.tick(at: now)
        events += noteRefusals(at: now)
        let isSilent = now >= nextLook
        if isSilent, let device = chooser.chosen {
            if let absence = absence(of: device) {
                events += change(to: absence)
            } else if isAbsent, exists(device) {
                // Plugged in; whether it says anything the monitor finds out.
                events += change(to: open(device))
            }
        }
        if now - lastReport >= Self.uselessness, now - lastUseless < Self.silence, !useless.isEmpty,
            link?.condition != .failing(.unreadable), !isAbsent
        {
            events += change(
                to: ReceiverLink(
                    .failing(.unreadable), detail: "data, but no position: \(withoutPosition)", device: chooser.chosen,
                    driver: details[chooser.chosen ?? ""]?.driver ?? "gpsd"))
        }
        let isOneSilent = now >= lastRequest + Self.revival && chooser.hasSilent(at: now)
        guard isSilent || isOneSilent || wantsSentences != isSendingSentences else { return (events, .none) }
        // After a suspension the silence is long, and nobody was asked in it.
        let wasAsked = lastRequest > lastLine
        lastRequest = now
        isSendingSentences = wantsSentences
        return (events, wasAsked && now - lastLine >= Self.patience ? .giveUp : .watchAgain)
    }

    /// Says what is refused beside good reports, once in a period: a report in ten, or more.
    private mutating func noteRefusals(at now: Duration) -> [ReceiverEvent] {
        let since = period.since ?? now
        period.since = since
        guard now - since >= ReceiverLink.periodOfRefusals else { return [] }
        let (reports, asides, damaged) = (period.reports, asides - period.asides, damaged - period.damaged)
        period = (now, 0, self.asides, self.damaged)
        refused = ScannerStatistics.notable(
            [
                (UInt64(damaged), "damaged or not of gpsd (gpspipe -w shows them)"),
                (UInt64(asides), ScannerStatistics.otherTime),
            ], beside: UInt64(reports), otherDatum: otherDatum)
        guard let link, link.condition == .open, let device = chooser.chosen else { return [] }
        return change(to: open(device))
    }

    /// What came since the latest report and has no position, by reason.
    var withoutPosition: String {
        useless.sorted { $0.key < $1.key }.map { name, count in
            switch name {
            case "": "\(count) damaged or not of gpsd"
            case Self.sentence: "\(count) \(count == 1 ? "sentence" : "sentences") of which gpsd makes no report"
            default: "\(count) of class \(name.dropFirst().dropLast())"
            }
        }.joined(separator: ", ")
    }

    private mutating func useless(_ name: String, at now: Duration) {
        lastUseless = now
        if useless[name] != nil || useless.count < Self.mostClasses { useless[name, default: 0] += 1 }
    }

    /// The connection ended: the fix that waited.
    mutating func flush() -> [ReceiverEvent] {
        coalescer.flush().map { [.fix($0)] } ?? []
    }

    private mutating func receive(_ report: GPSDReport, at now: Duration) -> [ReceiverEvent] {
        let device = report.device ?? chooser.chosen ?? ""
        guard address.device == nil || address.device == device else { return [] }
        guard !isAside(report.fix, of: device) else {
            asides += 1
            return []
        }
        period.reports += 1
        var fix = report.fix
        gather(device) {
            $0.wasOpen = true
            fix = $0.accuracy.fix(report)
            fix.satellitesUsed = $0.satellitesUsed
        }
        hasReports = true
        lastReport = now
        useless = [:]
        let before = chooser.chosen
        let accuracy = AccuracyModel.horizontalAccuracy(of: fix)
        guard chooser.report(device, mode: fix.mode, accuracy: accuracy, at: now) else { return [] }
        var events: [ReceiverEvent] = []
        if device != before { otherDatum = nil }
        if let datum = report.datum { otherDatum = ScannerStatistics.otherDatum(datum) }
        if let before, before != device {
            // The last epoch of the one before is as whole as it will be, and the next one has a rhythm of its own.
            events += flush()
            coalescer = EpochCoalescer()
        }
        events += change(to: open(device))
        return events + coalescer.report(fix, at: now).map { .fix($0) }
    }

    /// Whether a report is of a sentence with a position and another time than the dated ones of its receiver (GLL in
    /// local time, or late): gpsd makes a report of it, without course and altitude.
    private mutating func isAside(_ fix: Fix, of device: String) -> Bool {
        guard let coordinate = fix.coordinate, let timestamp = fix.timestamp else { return false }
        guard fix.course == nil, fix.altitude == nil, fix.ellipsoidalAltitude == nil else {
            gather(device) {
                $0.full = (coordinate, timestamp)
                $0.asides = 0
            }
            return false
        }
        guard let (full, asides) = details[device].map({ ($0.full, $0.asides) }), let full, asides < Self.mostAsides,
            timestamp != full.timestamp
        else { return false }
        let isSamePlace =
            abs(coordinate.latitude - full.coordinate.latitude) < Self.rounding
            && abs(coordinate.longitude - full.coordinate.longitude) < Self.rounding
        let step = timestamp.milliseconds - full.timestamp.milliseconds
        let isAside = abs(step) > Self.longestStep || (isSamePlace && step < Self.shortestStep)
        if isAside {
            details[device]?.asides += 1
        } else if step >= 0 {
            // One that stands has no course, in two dimensions no altitude either, and goes on for hours.
            details[device]?.full?.timestamp = timestamp
        }
        return isAside
    }

    private mutating func receive(_ devices: [GPSDConnection.Device], isList: Bool) -> [ReceiverEvent] {
        let ours = devices.filter { address.device == nil || $0.path == address.device }
        if isList, ours.isEmpty {
            if let device = chooser.chosen, let absence = absence(of: device) { return change(to: absence) }
            let detail =
                address.device.map { "gpsd does not have the device \($0)" } ?? "gpsd has no device"
            return change(to: ReceiverLink(.absent(.noDevice), detail: detail))
        }
        for device in ours {
            gather(device.path) {
                $0.driver = device.driver ?? $0.driver
                $0.wasOpen = $0.wasOpen || device.isActivated
            }
            guard !isList else { continue }
            // One that gpsd gave up is as good as gone until it reports again; one that it opened may have a compass.
            if device.isActivated { headings.opened() } else { chooser.lose(device.path) }
        }
        let present = chooser.chosen
        guard let one = ours.first(where: { $0.path == present }) ?? ours.first(where: \.isActivated) ?? ours.first
        else { return [] }
        // A list without the device in use: gpsd has let go of that one.
        if isList || present == nil { chooser.expect(one.path) }
        guard one.path == chooser.chosen else { return [] }
        // gpsd goes on listing a device that was unplugged, for a while even as open.
        if let absence = absence(of: one.path), !one.isActivated || isAbsent { return change(to: absence) }
        return isAbsent && !one.isActivated ? [] : change(to: open(one.path))
    }

    /// Whether the link says that the device's file is missing.
    private var isAbsent: Bool {
        guard let link, link.device != nil, case .absent = link.condition else { return false }
        return true
    }

    /// The link of a device whose file is missing: unplugged, or never there. `nil` if it exists, or if only gpsd has
    /// ever seen it.
    private func absence(of device: String) -> ReceiverLink? {
        guard GPSDAddress.isPath(device), address.isLocal, !exists(device) else { return nil }
        if seen.contains(device) {
            return ReceiverLink(.absent(.unplugged), detail: "\(device) is gone", device: device)
        }
        guard details[device]?.wasOpen == false else { return nil }
        return ReceiverLink(.absent(.noDevice), detail: "\(device) does not exist", device: device)
    }

    private func open(_ device: String) -> ReceiverLink {
        var link = ReceiverLink(.open, device: device.isEmpty ? nil : device, driver: details[device]?.driver)
        link.refused = refused
        return link
    }

    private mutating func gather(_ device: String, _ change: (inout Details) -> Void) {
        if details[device] == nil, details.count >= DeviceChooser.limit,
            let other = details.keys.first(where: { $0 != chooser.chosen })
        {
            details[other] = nil
        }
        change(&details[device, default: Details()])
    }

    /// Tells a link once.
    private mutating func change(to new: ReceiverLink) -> [ReceiverEvent] {
        guard new != link else { return [] }
        link = new
        if new.condition == .open, let device = new.device, seen.count < DeviceChooser.limit, exists(device) {
            seen.insert(device)
        }
        return [.link(new)]
    }
}
