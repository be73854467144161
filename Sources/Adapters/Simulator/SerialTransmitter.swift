internal import LocationModel
import LocationServices

/// Decides when each byte leaves a receiver: it paces epochs by their times and bytes by the speed of the line, and
/// loses what a real serial port loses. Pure: the caller supplies the time and performs the steps.
public struct SerialTransmitter: Sendable {
    /// The pace of playback.
    public enum Pace: Sendable, Hashable {
        /// `speed` seconds of the receiver in one second.
        case timed(speed: Double)
        /// As fast as the reader reads; nothing is lost.
        case asRead
    }

    /// What to do next.
    public enum Step: Sendable, Hashable {
        /// Write these bytes, then report with ``wrote(_:of:)`` how many were written.
        case write(ArraySlice<UInt8>)
        /// Call again at this instant.
        case wait(until: Duration)
        /// Call again when a process has opened the device.
        case waitForReader
        /// Call again when there is room to write.
        case waitForRoom
        /// All epochs were played.
        case finished
    }

    /// How many epochs were written, and how many were lost.
    public struct Counters: Sendable, Hashable {
        /// Epochs written completely.
        public var written = 0
        /// Epochs that passed while no process had the device open.
        public var unheard = 0
        /// Epochs not written completely: the line or the reader was too slow.
        public var dropped = 0
    }

    /// If an epoch is later than this, in seconds, the whole program was delayed: time then continues from now, because
    /// a burst of the missed epochs would only overflow the reader.
    private static let longestLag = 1.0
    /// The bytes written at once, in seconds of line time.
    private static let grain = 0.02

    private struct Pending {
        let epoch: PlayedEpoch
        /// Seconds since the previous epoch.
        let spacing: Double
        var position = 0
        /// When its first byte left.
        var began: Duration?
    }

    private var source: any EpochSource
    private let pace: Pace
    private let bytesPerSecond: Double?
    private let delay: Duration
    /// The instant of the first epoch.
    private var origin: Duration?
    private var pending: Pending?
    private var previous = 0.0
    private var hasRoom = true
    /// The counters so far.
    public private(set) var counters = Counters()

    /// Plays `source`, starting `delay` after the first call of ``next(now:hasReader:)``. `bytesPerSecond` is the speed
    /// of the line, `nil` for no limit. Both speeds are greater than 0.
    public init(_ source: any EpochSource, pace: Pace, bytesPerSecond: Double? = nil, delay: Duration = .zero) {
        self.source = source
        self.pace = pace
        self.bytesPerSecond = bytesPerSecond
        self.delay = delay
    }

    /// The next step.
    public mutating func next(now: Duration, hasReader: Bool) -> Step {
        while let epoch = upcoming() {
            switch pace {
            case .asRead:
                guard hasReader else { return .waitForReader }
                guard hasRoom else {
                    hasRoom = true
                    return .waitForRoom
                }
                return .write(epoch.epoch.bytes[epoch.position...])
            case .timed(let speed):
                if let step = timedStep(epoch, speed: speed, now: now, hasReader: hasReader) { return step }
            }
        }
        return .finished
    }

    /// Reports how many bytes of the last ``Step/write(_:)`` were written.
    public mutating func wrote(_ count: Int, of offered: Int) {
        guard var epoch = pending else { return }
        epoch.position = min(epoch.position + max(count, 0), epoch.epoch.bytes.count)
        pending = epoch
        if epoch.position == epoch.epoch.bytes.count {
            counters.written += 1
            pending = nil
        } else if count < offered {
            if pace == .asRead {
                hasRoom = false
            } else {
                counters.dropped += 1
                pending = nil
            }
        }
    }

    private mutating func upcoming() -> Pending? {
        if let pending { return pending }
        guard let epoch = source.nextEpoch() else { return nil }
        pending = Pending(epoch: epoch, spacing: epoch.elapsed - previous)
        previous = epoch.elapsed
        return pending
    }

    /// The step for an epoch; `nil` if the epoch was lost and the next one is due.
    private mutating func timedStep(_ epoch: Pending, speed: Double, now: Duration, hasReader: Bool) -> Step? {
        let began = origin ?? now + delay
        origin = began
        let due = began + .seconds(epoch.epoch.elapsed / speed)
        guard now >= due else { return .wait(until: due) }
        guard hasReader else {
            counters.unheard += 1
            pending = nil
            return nil
        }
        guard let bytesPerSecond else {
            if now - due > .seconds(Self.longestLag) { origin = began + (now - due) }
            return .write(epoch.epoch.bytes[epoch.position...])
        }
        // A receiver that has not finished one message when the next is due skips the next.
        if epoch.began == nil, now - due > .seconds(epoch.spacing / speed) {
            counters.dropped += 1
            pending = nil
            return nil
        }
        return lineStep(epoch, bytesPerSecond: bytesPerSecond, now: now)
    }

    private mutating func lineStep(_ epoch: Pending, bytesPerSecond: Double, now: Duration) -> Step {
        let began = epoch.began ?? now
        pending?.began = began
        let count = epoch.epoch.bytes.count
        let sent = (now - began).seconds * bytesPerSecond
        let passed = sent < Double(count) ? Int(rounding: sent, .towardZero) : count
        let goal = min(epoch.position + max(Int(rounding: bytesPerSecond * Self.grain, .towardZero), 1), count)
        guard passed >= goal else {
            // A microsecond more, so that the rounding of the division does not cause another round.
            return .wait(until: began + .seconds(Double(goal) / bytesPerSecond) + .microseconds(1))
        }
        return .write(epoch.epoch.bytes[epoch.position..<passed])
    }
}
