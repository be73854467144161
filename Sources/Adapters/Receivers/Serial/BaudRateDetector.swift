/// Decides from the input of a serial line whether its speed is right. Pure: it takes bytes, sentences and time.
///
/// At a wrong speed bytes come, but no sentence. While nothing comes at all, nothing is known, and it waits. Beside
/// binary data sentences may come seldom: a speed at which they came is tried again, for longer, before the others, or
/// behind them once it is known how seldom.
struct BaudRateDetector: Sendable {
    /// What follows.
    enum Verdict: Equatable {
        case unchanged
        /// Sentences come: the speed is right.
        case readable
        case listen(baud: Int)
        /// Bytes come, but no sentences, and every speed has been tried: most likely not NMEA, or a bad line.
        case unreadable
    }

    /// The speeds of receivers, commonest first.
    static let speeds = [9600, 38_400, 115_200, 4800, 57_600, 19_200, 230_400, 460_800, 921_600]
    /// Time after the first byte within which a receiver that sends once a second has sent a sentence.
    static let patience = Duration.milliseconds(1250)
    /// This many bytes without a sentence are not NMEA.
    static let enoughBytes = 1024
    /// Fewer are a glitch on the line.
    static let fewestBytes = 16
    /// Time without a sentence, while bytes come, after which a line that was readable is no longer: three intervals of
    /// its sentences, and between these.
    static let lapse = Duration.seconds(3)...Duration.seconds(60)
    /// The same at a speed that is tried again.
    static let lapseAtReturn = Duration.seconds(15)

    /// A pause that no receiver makes while it sends, unless it sends in bursts (Bluetooth): its beginning and its end
    /// are those of a burst.
    static let silence = Duration.seconds(2)
    /// So many bytes of a burst contain a sentence, wherever they begin.
    static let bytesOfRest = 256
    /// So many bursts without a sentence prove a speed wrong: of a speed of which nothing is known, and of others.
    static let mutes = (unknown: 1, known: 3)

    /// The speed to listen at.
    private(set) var baud: Int
    /// Whether the speed was given.
    let isFixed: Bool
    private var isReadable = false
    private var isUnreadable = false
    private var bytes = 0
    private var since: Duration?
    private var latest: Duration?
    /// The bytes from which on the present burst should have had a sentence; `nil` if it has, or its beginning was
    /// missed.
    private var bytesOfMute: Int?
    /// How many bursts have ended without one since the latest sentence.
    private var mutes = 0
    private var tried: Set<Int> = []
    /// The latest speed at which a sentence came, until it has been tried again.
    private var proven: Int?
    /// When sentences began to come at that speed, and whether they came for long enough to know their interval.
    private var began = Duration.zero
    private var isKnown = false
    /// The longest time between sentences with other bytes in between, and when the latest came.
    private var interval = Duration.zero
    private var sentence: Duration?

    /// A line of a fixed speed, or one whose speed is to be found, beginning with `first`.
    init(baud: Int?, startingAt first: Int? = nil) {
        isFixed = baud != nil
        self.baud = baud ?? first ?? Self.speeds[0]
    }

    /// Takes the number of bytes that arrived, and of sentences among them.
    mutating func receive(bytes count: Int, sentences: Int, at now: Duration) -> Verdict {
        let isBehindSilence = latest.map { now - $0 > Self.silence } ?? false
        latest = now
        if isBehindSilence { sentence = nil }
        if sentences > 0 {
            (bytesOfMute, mutes) = (nil, 0)
            if let sentence { interval = proven == baud ? max(interval, now - sentence) : .zero }
            sentence = now
            if proven != baud { (began, isKnown) = (now, false) }
            if now - began >= Self.lapseAtReturn { isKnown = true }
            proven = baud
            bytes = 0
            since = nil
            tried = []
            defer { isReadable = true }
            isUnreadable = false
            return isReadable ? .unchanged : .readable
        }
        // What came before a silence was a glitch or the rest of a burst: that proves nothing, unless whole or long.
        if isBehindSilence {
            if let bytesOfMute, bytes >= bytesOfMute { mutes += 1 }
            bytesOfMute = Self.fewestBytes
            if isReadable || bytes >= Self.fewestBytes { bytes = 0 }
            since = nil
            if mutes >= (limit == nil ? Self.mutes.unknown : Self.mutes.known) { return fail() }
        }
        bytes += min(count, Self.enoughBytes)
        let start = since ?? now
        since = start
        let waited = now - start
        bytes = min(bytes, Self.enoughBytes)
        guard bytes >= Self.fewestBytes, waited >= limit ?? Self.patience || (bytes == Self.enoughBytes && limit == nil)
        else {
            return .unchanged
        }
        return fail()
    }

    /// Time without a sentence that is needed whatever comes; `nil` at a speed of which nothing is known.
    private var limit: Duration? {
        guard isReadable || isFixed else {
            if baud == proven { return Self.lapseAtReturn }
            return isKnown && interval > Self.patience ? min(interval * 1.25, Self.lapseAtReturn) : nil
        }
        return min(max(interval * 3, Self.lapse.lowerBound), Self.lapse.upperBound)
    }

    private mutating func fail() -> Verdict {
        bytes = 0
        since = nil
        // A burst that began at the old speed goes on at the new one.
        (bytesOfMute, mutes) = (Self.bytesOfRest, 0)
        let wasReadable = isReadable
        isReadable = false
        if isFixed {
            defer { isUnreadable = true }
            return isUnreadable ? .unchanged : .unreadable
        }
        if wasReadable { tried = [] }
        tried.insert(baud)
        let next = Self.speeds.first { !tried.contains($0) }
        if let home = proven, !wasReadable, !isKnown || next == nil {
            if baud != home {
                baud = home
                return .listen(baud: home)
            }
            proven = nil
        }
        if let next {
            baud = next
            return .listen(baud: next)
        }
        tried = []
        if !isUnreadable {
            isUnreadable = true
            return .unreadable
        }
        baud = Self.speeds[0]
        return .listen(baud: baud)
    }
}
