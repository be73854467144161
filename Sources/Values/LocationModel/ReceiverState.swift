/// The receiver's state, for all kinds of receivers.
public enum ReceiverState: String, Sendable, Hashable, Codable, CaseIterable {
    /// No gpsd or no device.
    case absent
    /// Being opened.
    case opening
    /// Open, but it sends no data.
    case silent
    /// It reports that it has no fix.
    case noFix
    /// Fixes without altitude.
    case fix2D
    /// Fixes with altitude.
    case fix3D
    /// It had a fix, but has sent no data for longer than `staleAfter`.
    case stale
    /// It repeats one position while its speed proves motion.
    case frozen
    /// It has a position, but its time is unusable.
    case timeNotTrusted
    /// Released on purpose, because no client needs it.
    case released

    /// Whether fresh, usable fixes arrive.
    public var hasFix: Bool { self == .fix2D || self == .fix3D }

    /// Whether the receiver sends reports, so that the latest sky view is current.
    package var isReporting: Bool {
        switch self {
        case .noFix, .fix2D, .fix3D, .frozen, .timeNotTrusted: true
        case .absent, .opening, .silent, .stale, .released: false
        }
    }
}
