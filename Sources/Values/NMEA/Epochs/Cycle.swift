/// Learns with which sentence a receiver ends its epochs.
///
/// Receivers send the same sentences in the same order, some of them only now and then. The end is the last one of an
/// epoch that came in all, or all but one, of the latest epochs: once it is there, nothing regular is outstanding.
/// Where two receivers share the line, epochs end in turns with one sentence and another: then none is the end, and
/// nothing is lost.
///
/// A fast receiver may send one of them each second only, behind those of each epoch: that one stays the end, and an
/// epoch without it goes out with the next, which comes within ``swiftest``.
struct Cycle: Sendable {
    /// What can end an epoch: sentences that say something about the fix.
    enum Kind: UInt8 {
        case rmc, gga, gns, gll, pubx00, gsa, vtg, gst, pgrme

        /// Whether a fix would lack its altitude or its speed without it.
        var isEssential: Bool { self == .rmc || self == .gga || self == .gns || self == .pubx00 }
    }

    /// Several sentences of a kind are distinguished by their order, up to the seventh.
    private static let occurrences: UInt8 = 7
    /// Milliseconds: between epochs that are closer, one may wait for the other.
    private static let swiftest = 250
    /// Epochs of a fast receiver in which a sentence must come again: more than a second of them.
    private static let rarest = 32

    private var seen: UInt64 = 0
    private var order: [UInt8] = []
    /// The kinds of the latest epochs, in no order, and how many there are.
    private var history = InlineArray<5, UInt64>(repeating: 0)
    private var epochs = 0
    private var nextEpoch = 0
    private var last: UInt8?
    /// The kinds of at least the latest 32 epochs: those since a count began anew, and those of the count before.
    private var rare: (now: UInt64, before: UInt64, count: Int) = (0, 0, 0)
    private var time: TimeOfDay?
    /// How many of the latest intervals are short: two or more if it is a fast receiver, and not two that take turns.
    private var quick = 0
    private(set) var end: UInt8?

    init() {
        order.reserveCapacity(64)
    }

    /// Whether a sentence of this kind came in this epoch.
    func contains(_ kind: Kind) -> Bool {
        seen & (1 << UInt64(kind.rawValue * Self.occurrences)) != 0
    }

    /// Notes a sentence; true where it is the one that ends the epoch.
    mutating func note(_ kind: Kind) -> Bool {
        let first = kind.rawValue * Self.occurrences
        for slot in first..<(first + Self.occurrences) where seen & (1 << UInt64(slot)) == 0 {
            seen |= 1 << UInt64(slot)
            order.append(slot)
            return slot == end
        }
        return false
    }

    /// Ends the epoch: its sentences teach where the next one ends.
    mutating func close(at time: TimeOfDay?) {
        guard seen != 0 else { return }
        if let time, let past = self.time {
            quick = (1..<Self.swiftest).contains(time.since(past)) ? min(quick + 1, 5) : max(quick - 2, 0)
        }
        self.time = time
        rare = rare.count == Self.rarest ? (seen, rare.now, 1) : (rare.now | seen, rare.before, rare.count + 1)
        history[nextEpoch] = seen
        nextEpoch = nextEpoch == history.count - 1 ? 0 : nextEpoch + 1
        epochs = min(epochs + 1, history.count)
        // One that is only missing this time, by a bad checksum perhaps, stays the end.
        let wasGivenUp = end.map { !isRegular($0) } ?? (last == nil)
        let isMissing = (end ?? last).map { isRegular($0) && seen & (1 << UInt64($0)) == 0 } ?? false
        if !isMissing {
            var latest: UInt8?
            for slot in order.reversed() where isRegular(slot) {
                latest = slot
                break
            }
            end = wasGivenUp || last == latest ? latest : nil
            last = latest
        }
        forget()
    }

    /// Forgets the epoch, which teaches nothing: it was interrupted.
    mutating func forget() {
        seen = 0
        order.removeAll(keepingCapacity: true)
    }

    // Mutating only to avoid a copy.
    private mutating func isRegular(_ slot: UInt8) -> Bool {
        let kind = Kind(rawValue: slot / Self.occurrences)
        let isEssential = kind?.isEssential ?? false
        if quick > 1, isEssential || kind == .gst, slot % Self.occurrences == 0,
            (rare.now | rare.before) >> UInt64(slot) & 1 != 0
        {
            return true
        }
        // In two of five: of two receivers that take turns, each has every second epoch.
        let least = isEssential ? (epochs * 2 + 4) / 5 : epochs - 1
        // What is not there yet is 0, and has no kinds.
        var count = 0
        for index in history.indices { count += Int(history[index] >> UInt64(slot) & 1) }
        return count >= max(1, least)
    }
}
