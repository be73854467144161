import LocationModel
package import LocationServices

/// What was heard of a receiver in a while. Pure.
package struct Hearing: Sendable {
    /// How long to listen at most: gpsd recognises a receiver within 6 s.
    static let limit = Duration.seconds(15)
    /// The same for a serial port whose speed is to be found: a receiver that sends once a second shows each of nine speeds
    /// wrong after two seconds.
    static let longestLimit = Duration.seconds(30)
    /// How long to listen after the first word of a receiver that has no fix: until it has told its satellites.
    static let patience = Duration.seconds(4)

    /// How the link stood at the end.
    package var link: ReceiverLink?
    /// Reports of epochs.
    package var reports = 0
    /// Whether a usable fix was among them.
    package var isFixed = false
    /// Metres, 68 %, of the last usable fix.
    package var accuracy: Double?
    /// Why positions could not be used, the last reason in words.
    package var unusable: String?
    /// Satellites in the solution, as last told.
    package var satellitesUsed: Int?
    /// Satellites in view, as last told.
    package var satellitesVisible: Int?
    /// The strongest signal of these, in dB-Hz.
    package var strongestSignal: Double?
    /// When listening ends, unless it is clear before.
    package private(set) var deadline: Duration?
    private var gate = FixGate()

    /// Nothing heard so far.
    package init() {}

    /// Whether anything came that could be read.
    package var isReadable: Bool { reports > 0 || satellitesVisible != nil }

    /// Takes what the receiver said.
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
            // Trying again is no news while the reason for it stands.
            if link.condition == .opening, case .absent = self.link?.condition { return }
            self.link = link
        }
        if isReadable, deadline == nil { deadline = now + Self.patience }
    }

    /// Whether more would change nothing.
    package var isConclusive: Bool {
        if isFixed { return true }
        guard !isReadable else { return false }
        return switch link?.condition {
        case .failing, .absent: true
        default: false
        }
    }
}
