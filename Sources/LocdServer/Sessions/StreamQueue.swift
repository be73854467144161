import NIOCore

/// The replies that wait for one reader, in order and bounded. Pure: it neither sends nor waits.
///
/// Locations and headings give way, the oldest first, and are counted; the next reply tells how many. Everything else
/// waits, until there is so much of it that the stream has to end: then it is overflowed and takes nothing more.
package struct StreamQueue {
    /// How many replies that must not be lost may wait, and how many bytes of them.
    package struct Limits: Sendable, Hashable {
        package var count: Int
        package var bytes: Int
        /// Whether the next reply says how many were lost, in the words of Varlink.
        package var countsLosses: Bool

        package init(count: Int, bytes: Int, countsLosses: Bool) {
            self.count = count
            self.bytes = bytes
            self.countsLosses = countsLosses
        }

        /// Of a stream of the socket.
        static let socket = Limits(count: maximumOthers, bytes: maximumOtherBytes, countsLosses: true)
    }

    /// Replies with nothing but locations and headings that may wait: at 10 Hz, 25 seconds.
    static let maximumLosable = 256
    /// Bytes of these; one that is longer waits alone. Where a receiver talks faster than time goes, a reply holds many locations.
    static let maximumLosableBytes = 256 << 10
    /// Other replies that may wait.
    static let maximumOthers = 4096
    /// Bytes of these.
    static let maximumOtherBytes = 4 << 20

    /// Locations and headings that gave way, in all.
    private(set) var missed = 0
    /// Replies that were taken.
    private(set) var delivered = 0
    /// Whether too much waited that must not be lost.
    private(set) var isOverflowed = false

    private let limits: Limits
    private var frames: [StreamFrame?] = []
    private var first = 0
    /// No losable frame waits before this place.
    private var oldestLosable = 0
    private var losable = 0
    private var losableBytes = 0
    private var others = 0
    private var otherBytes = 0
    private var untold = 0

    /// An empty queue.
    init(limits: Limits = .socket) {
        self.limits = limits
    }

    /// How many wait.
    var count: Int { losable + others }

    /// Places that are held in memory: of those that wait, and of some that are gone.
    var places: Int { frames.count }

    /// Whether anything is to be sent.
    var isEmpty: Bool { count == 0 && (untold == 0 || !limits.countsLosses) }

    /// Puts a reply behind the others.
    mutating func append(_ frame: StreamFrame) {
        guard !isOverflowed else { return }
        if frame.loss != nil {
            let room = Self.maximumLosableBytes - frame.bytes.readableBytes
            while losable == Self.maximumLosable || (losable > 0 && losableBytes > room) { loseOldest() }
        } else {
            guard others < limits.count, otherBytes + frame.bytes.readableBytes <= limits.bytes else {
                isOverflowed = true
                return
            }
        }
        tally(frame, 1)
        frames.append(frame)
    }

    /// Puts a reply that must not be lost before the others.
    mutating func prepend(_ frame: StreamFrame) {
        guard !isOverflowed else { return }
        tally(frame, 1)
        frames.insert(frame, at: first)
        oldestLosable = max(oldestLosable, first)
    }

    /// Takes what is to be sent next: first of all how many were lost.
    mutating func next() -> StreamFrame? {
        if untold > 0, limits.countsLosses {
            defer { untold = 0 }
            return StreamFrame(Array("{\"parameters\":{\"missed\":\(untold)},\"continues\":true}\u{0}".utf8))
        }
        while first < frames.count {
            defer {
                first += 1
                giveBackPlaces()
            }
            guard let frame = frames[first] else { continue }
            frames[first] = nil
            tally(frame, -1)
            delivered += 1
            return frame
        }
        return nil
    }

    /// Gives up all replies that tell where this machine is; locations and headings among them are counted.
    mutating func forgetPlaces() {
        for place in first..<frames.count {
            guard let frame = frames[place], frame.tellsPlace else { continue }
            frames[place] = nil
            tally(frame, -1)
            guard let loss = frame.loss else { continue }
            missed += loss
            untold += loss
        }
    }

    /// Forgets what waits. What was taken and what was lost stay counted.
    mutating func removeAll() {
        frames = []
        (first, oldestLosable) = (0, 0)
        (losable, losableBytes, others, otherBytes, untold) = (0, 0, 0, 0, 0)
    }

    /// One more waits (1), or one less (-1).
    private mutating func tally(_ frame: StreamFrame, _ change: Int) {
        if frame.loss != nil {
            losable += change
            losableBytes += change * frame.bytes.readableBytes
        } else {
            others += change
            otherBytes += change * frame.bytes.readableBytes
        }
    }

    private mutating func loseOldest() {
        var place = max(oldestLosable, first)
        while place < frames.count {
            if let frame = frames[place], let loss = frame.loss {
                frames[place] = nil
                tally(frame, -1)
                missed += loss
                untold += loss
                oldestLosable = place + 1
                return giveBackPlaces()
            }
            place += 1
        }
    }

    /// Gives back the places of those that are gone, whether they were taken or gave way: a reader that never reads takes none.
    /// Only when they are many, and no fewer than those that wait, so that most of the time nothing is moved.
    private mutating func giveBackPlaces() {
        let gone = frames.count - count
        guard count == 0 || gone >= max(count, Self.maximumLosable) else { return }
        frames.removeAll { $0 == nil }
        (first, oldestLosable) = (0, 0)
    }
}
