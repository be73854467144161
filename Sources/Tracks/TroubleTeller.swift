/// Tells of what keeps lines from the disk, once, and of its end; at most once a minute, because a disk at its brink takes a line and
/// refuses another.
struct TroubleTeller {
    /// How long after it told of trouble it tells of the next.
    private static let silence = Duration.seconds(60)

    private let tell: @Sendable (TrackError?) -> Void
    /// Whether trouble was told of, and its end not yet.
    private var isTold = false
    private var toldAt: Duration?

    /// `tell` hears of trouble, and `nil` when there is none any more.
    init(_ tell: @escaping @Sendable (TrackError?) -> Void) {
        self.tell = tell
    }

    /// Somebody else tells of this trouble: only its end is to be told.
    mutating func leaveToOthers() {
        isTold = true
    }

    /// Takes how it is now.
    mutating func note(_ trouble: TrackError?, at now: Duration) {
        guard let trouble else {
            if isTold { tell(nil) }
            isTold = false
            return
        }
        guard !isTold, toldAt.map({ now - $0 >= Self.silence }) ?? true else { return }
        isTold = true
        toldAt = now
        tell(trouble)
    }
}
