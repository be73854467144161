/// Learns with which sentence a receiver ends its epochs.
///
/// Receivers send the same sentences in the same order, some of them only now and then. The end is the last one of an
/// epoch that came in all, or all but one, of the latest epochs: once it is there, nothing regular is outstanding.
/// Where two receivers share the line, epochs end in turns with one sentence and another: then none is the end, and
/// nothing is lost.
struct Cycle: Sendable {
    /// What can end an epoch: sentences that say something about the fix.
    enum Kind: UInt8 {
        case rmc, gga, gns, gll, pubx00, gsa, vtg, gst, pgrme

        /// Whether a fix would lack its altitude or its speed without it.
        var isEssential: Bool { self == .rmc || self == .gga || self == .gns || self == .pubx00 }
    }

    /// Several sentences of a kind are distinguished by their order, up to the seventh.
    private static let occurrences: UInt8 = 7

    private var seen: UInt64 = 0
    private var order: [UInt8] = []
    /// The kinds of the latest epochs, in no order, and how many there are.
    private var history = InlineArray<5, UInt64>(repeating: 0)
    private var epochs = 0
    private var nextEpoch = 0
    private var last: UInt8?
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
    mutating func close() {
        guard seen != 0 else { return }
        history[nextEpoch] = seen
        nextEpoch = nextEpoch == history.count - 1 ? 0 : nextEpoch + 1
        epochs = min(epochs + 1, history.count)
        // One that is only missing this time, by a bad checksum perhaps, stays the end.
        var isMissing = false
        var wasGivenUp = last == nil
        if let end {
            wasGivenUp = !isRegular(end)
            isMissing = !wasGivenUp && seen & (1 << UInt64(end)) == 0
        }
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
        let isEssential = Kind(rawValue: slot / Self.occurrences)?.isEssential ?? false
        // In two of five: of two receivers that take turns, each has every second epoch.
        let least = isEssential ? (epochs * 2 + 4) / 5 : epochs - 1
        // What is not there yet is 0, and has no kinds.
        var count = 0
        for index in history.indices { count += Int(history[index] >> UInt64(slot) & 1) }
        return count >= max(1, least)
    }
}
