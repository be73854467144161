/// What the receiver is up to, for all kinds of receivers.
public enum ReceiverState: String, Sendable, Hashable, Codable, CaseIterable {
    /// Nothing to talk to: no gpsd, no device.
    case absent
    /// Being opened.
    case opening
    /// Open, and it says nothing.
    case silent
    /// It reports that it has no fix.
    case noFix
    /// Fixes without altitude.
    case fix2D
    /// Fixes with altitude.
    case fix3D
    /// It had a fix, and has said nothing since `staleAfter`.
    case stale
    /// It repeats one position while its speed proves motion.
    case frozen
    /// It has a position, and its time cannot be used.
    case timeNotTrusted
    /// Let go of on purpose: nobody needs it now.
    case released

    /// Whether fresh, usable fixes arrive.
    public var hasFix: Bool { self == .fix2D || self == .fix3D }

    /// Whether reports come, so that the latest view of the sky still holds.
    package var isReporting: Bool {
        switch self {
        case .noFix, .fix2D, .fix3D, .frozen, .timeNotTrusted: true
        case .absent, .opening, .silent, .stale, .released: false
        }
    }
}
