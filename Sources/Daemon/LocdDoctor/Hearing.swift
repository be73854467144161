import LocationModel
package import LocationServices
import LocdProtocol
import Synchronization

/// The data received from a receiver within some time. Pure.
package struct Hearing: Sendable {
    /// The maximum time to listen: gpsd recognizes a receiver within 6 s.
    static let limit = Duration.seconds(15)
    /// The same for a serial port with an unknown speed: a receiver that sends once a second proves each of nine speeds
    /// wrong after two seconds.
    static let longestLimit = Duration.seconds(30)
    /// The maximum time to listen after the first report of a receiver without a fix: until it has reported its
    /// satellites.
    static let patience = Duration.seconds(4)

    /// The state of the link at the end.
    package var link: ReceiverLink?
    /// The number of reported epochs.
    package var reports = 0
    /// Whether one of them was a usable fix.
    package var isFixed = false
    /// Metres, 68 %, of the last usable fix.
    package var accuracy: Double?
    /// Why positions could not be used: the last reason as text.
    package var unusable: String?
    /// Satellites in the solution, as last reported.
    package var satellitesUsed: Int?
    /// Satellites in view, as last reported.
    package var satellitesVisible: Int?
    /// The strongest signal of these, in dB-Hz.
    package var strongestSignal: Double?
    /// When listening ends, unless the result is clear before.
    package private(set) var deadline: Duration?
    private var gate = FixGate()

    /// Nothing received so far.
    package init() {}

    /// Whether any readable data came.
    package var isReadable: Bool { reports > 0 || satellitesVisible != nil }

    package mutating func receive(_ event: ReceiverEvent, at now: Duration) {
        switch event {
        case .fix(let fix):
            reports += 1
            switch gate.judge(fix) {
            case .accepted(let location, _):
                isFixed = true
                accuracy = location.horizontalAccuracy
            case .rejected(.noFix): break
            case .rejected(let reason): unusable = reason.rawValue
            }
        case .sky(let view):
            satellitesUsed = view.used
            satellitesVisible = view.satellites.count
            strongestSignal = view.satellites.compactMap(\.signalStrength).max()
        case .heading, .gap: break
        case .link(let link):
            if link.condition == .released { return }
            // A retry changes nothing while its reason remains.
            if link.condition == .opening, case .absent = self.link?.condition { return }
            self.link = link
        }
        if isReadable, deadline == nil { deadline = now + Self.patience }
    }

    /// Whether more data would change nothing.
    package var isConclusive: Bool {
        if isFixed { return true }
        guard !isReadable else { return false }
        return switch link?.condition {
        case .failing, .absent: true
        default: false
        }
    }

    /// Opens a receiver, listens until its data is clear, and releases it.
    static func of(_ receiver: any Receiver, within limit: Duration, clock: MonotonicClock) async -> Hearing {
        let end = clock.now() + limit
        let hearing = Shared()
        let (ends, ending) = AsyncStream<Void>.makeStream()
        let timer = DeadlineTimer(clock: clock)
        timer.set(end) { ending.finish() }
        receiver.start()
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for await batch in receiver.events {
                    let (isEnough, deadline) = hearing.state.withLock { state in
                        for event in batch { state.receive(event, at: clock.now()) }
                        return (state.isConclusive, state.deadline)
                    }
                    if isEnough { return }
                    // The first report moves the deadline closer; nothing moves it away.
                    if let deadline { timer.set(min(deadline, end)) { ending.finish() } }
                }
            }
            group.addTask { for await _ in ends {} }
            await group.next()
            group.cancelAll()
        }
        timer.end()
        await receiver.stop()
        return hearing.state.withLock(\.self)
    }

    private final class Shared: Sendable {
        let state = Mutex(Hearing())
    }

    /// The data of a daemon that reads the receiver.
    init(_ status: StatusReply) {
        self.init()
        let receiver = status.receiver
        let condition: ReceiverLink.Condition? =
            switch receiver.state {
            case .absent: receiver.cause.map { .absent($0) }
            case .silent, .stale: receiver.cause.map { $0 == .silent ? .open : .failing($0) }
            default: .open
            }
        link = condition.map {
            ReceiverLink($0, detail: receiver.detail, device: receiver.device, driver: receiver.driver)
        }
        link?.refused = receiver.refused
        switch receiver.state {
        case .fix2D, .fix3D:
            reports = 1
            isFixed = true
            accuracy = status.horizontalAccuracy
        case .noFix, .frozen, .timeNotTrusted:
            reports = 1
            if receiver.cause == .rejected { unusable = receiver.detail ?? receiver.state.rawValue }
        case .released:
            // Released on purpose: the result of the last look is all that is known.
            reports = 1
            isFixed = receiver.cause == nil
        case .absent, .opening, .silent, .stale: break
        }
        satellitesUsed = receiver.satellitesUsed
        satellitesVisible = receiver.satellitesVisible
    }
}
