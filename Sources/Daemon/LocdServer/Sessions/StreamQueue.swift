import NIOCore

/// The replies that wait for one reader, in order and bounded. Pure: it neither sends nor waits.
///
/// If too many locations and headings wait, the oldest are dropped and counted, and the next reply has their number.
/// Everything else waits. If too much of it waits, the stream must end: then the queue is overflowed and takes nothing
/// more.
package struct StreamQueue {
    /// The maximum number of waiting replies that must not be lost, and of their bytes.
    package struct Limits: Sendable, Hashable {
        package var count: Int
        package var bytes: Int
        /// Whether the next reply contains the number of lost ones, in Varlink.
        package var countsLosses: Bool

        package init(count: Int, bytes: Int, countsLosses: Bool) {
            self.count = count
            self.bytes = bytes
            self.countsLosses = countsLosses
        }

        /// For a stream of the socket.
        static let socket = Limits(count: maximumOthers, bytes: maximumOtherBytes, countsLosses: true)
    }

    /// The maximum number of waiting replies with locations and headings only: at 10 Hz, 25 seconds.
    static let maximumLosable = 256
    /// The maximum number of their bytes; a longer reply waits alone. If a receiver reports faster than real time, a
    /// reply contains many locations.
    static let maximumLosableBytes = 256 << 10
    /// The maximum number of other waiting replies.
    static let maximumOthers = 4096
    /// The maximum number of their bytes.
    static let maximumOtherBytes = 4 << 20

    /// The number of dropped locations and headings.
    private(set) var missed = 0
    /// The number of taken replies.
    private(set) var delivered = 0
    /// Whether too much waited that must not be lost.
    private(set) var isOverflowed = false

    private let limits: Limits
    private var frames = CircularBuffer<StreamFrame>(initialCapacity: 1)
    private var losable = 0
    private var losableBytes = 0
    private var others = 0
    private var otherBytes = 0
    private var unreportedLosses = 0

    init(limits: Limits = .socket) { self.limits = limits }

    /// The number of waiting replies.
    var count: Int { losable + others }

    /// Whether there is something to send.
    var isEmpty: Bool { count == 0 && (unreportedLosses == 0 || !limits.countsLosses) }

    mutating func append(_ frame: StreamFrame) {
        guard !isOverflowed else { return }
        if frame.loss != nil {
            let room = Self.maximumLosableBytes - frame.bytes.readableBytes
            while losable == Self.maximumLosable || (losable > 0 && losableBytes > room) { dropOldest() }
        } else {
            guard others < limits.count, otherBytes + frame.bytes.readableBytes <= limits.bytes else {
                isOverflowed = true
                return
            }
        }
        tally(frame, 1)
        frames.append(frame)
    }

    /// Inserts a reply that must not be lost before all others.
    mutating func prepend(_ frame: StreamFrame) {
        guard !isOverflowed else { return }
        tally(frame, 1)
        frames.prepend(frame)
    }

    /// Takes the next reply to send: first of all the number of lost ones.
    mutating func next() -> StreamFrame? {
        if unreportedLosses > 0, limits.countsLosses {
            defer { unreportedLosses = 0 }
            return StreamFrame(Array("{\"parameters\":{\"missed\":\(unreportedLosses)},\"continues\":true}\u{0}".utf8))
        }
        guard let frame = frames.popFirst() else { return nil }
        tally(frame, -1)
        delivered += 1
        return frame
    }

    /// Drops all replies that reveal the position; locations and headings among them are counted.
    mutating func forgetPlaces() {
        for frame in frames where frame.tellsPlace { lose(frame) }
        frames.removeAll(where: \.tellsPlace)
    }

    /// Drops the waiting replies. The numbers of taken and lost ones stay.
    mutating func removeAll() {
        frames.removeAll()
        (losable, losableBytes, others, otherBytes, unreportedLosses) = (0, 0, 0, 0, 0)
    }

    /// Counts one more waiting reply (1), or one less (-1).
    private mutating func tally(_ frame: StreamFrame, _ change: Int) {
        if frame.loss != nil {
            losable += change
            losableBytes += change * frame.bytes.readableBytes
        } else {
            others += change
            otherBytes += change * frame.bytes.readableBytes
        }
    }

    private mutating func dropOldest() {
        guard let oldest = frames.firstIndex(where: { $0.loss != nil }) else { return }
        lose(frames.remove(at: oldest))
    }

    /// Counts a reply that is dropped.
    private mutating func lose(_ frame: StreamFrame) {
        tally(frame, -1)
        missed += frame.loss ?? 0
        unreportedLosses += frame.loss ?? 0
    }
}
