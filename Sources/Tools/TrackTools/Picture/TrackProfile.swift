public import LocationModel

/// Speed and altitude along a track, in a bounded number of bins of equal time or distance.
public struct TrackProfile: Sendable {
    /// A part of the track.
    public struct Bin: Sendable, Hashable {
        /// The time of its first and last location.
        public var from, to: Timestamp
        /// Metres of the track up to its beginning and its end.
        public var start, end: Double
        /// The highest speed in m/s; `nil` if none is known.
        public var speed: Double?
        /// The lowest and the highest altitude in metres; `nil` if none is known.
        public var low, high: Double?
        /// Whether an interruption lies before it.
        public var isAfterBreak = false

        mutating func take(_ next: Bin) {
            to = next.to
            end = next.end
            speed = [speed, next.speed].compactMap(\.self).max()
            low = [low, next.low].compactMap(\.self).min()
            high = [high, next.high].compactMap(\.self).max()
        }
    }

    /// Seconds over which a speed that is not reported is averaged.
    private static let derivation = 10.0
    /// The maximum number of bins.
    public static let maximumBins = 1024

    /// The bins, in order.
    public private(set) var bins: [Bin] = []
    private var open: Bin?
    private var seconds = 1.0
    private var metres = 10.0
    private var isBroken = false

    /// Creates an empty profile.
    public init() {}

    /// Takes the next location: its time, the distance so far in metres, and speed (m/s) and altitude (metres above sea
    /// level) if known.
    mutating func add(at time: Timestamp, distance: Double, speed: Double?, altitude: Double?) {
        let next = Bin(
            from: time, to: time, start: distance, end: distance, speed: speed, low: altitude, high: altitude,
            isAfterBreak: isBroken)
        if var bin = open, !isBroken, time.seconds(since: bin.from) < seconds, distance - bin.start < metres {
            bin.take(next)
            open = bin
        } else {
            close()
            open = next
        }
        isBroken = false
    }

    /// The next location is not joined to the previous ones.
    mutating func interrupt() {
        isBroken = true
    }

    mutating func finish(at distance: Double) {
        if let last = open { open?.end = max(last.end, distance) }
        close()
        // The distance of a location may be known only some locations later, but it never decreases.
        for index in bins.indices.dropLast() { bins[index].end = max(bins[index].end, bins[index + 1].start) }
        if bins.allSatisfy({ $0.speed == nil }) { deriveSpeeds() }
    }

    /// If the receiver reports no speed: the mean over some seconds, since noise alone is fast from one second to the
    /// next.
    private mutating func deriveSpeeds() {
        var first = 0
        for index in bins.indices {
            if bins[index].isAfterBreak { first = index }
            // A bin extends to the beginning of the next one.
            let next = index + 1 < bins.count && !bins[index + 1].isAfterBreak ? bins[index + 1].from : bins[index].to
            while first < index, next.seconds(since: bins[first + 1].from) >= Self.derivation { first += 1 }
            let seconds = next.seconds(since: bins[first].from)
            if seconds > 0 { bins[index].speed = max(bins[index].end - bins[first].start, 0) / seconds }
        }
    }

    private mutating func close() {
        guard let bin = open else { return }
        open = nil
        bins.append(bin)
        if bins.count > Self.maximumBins { merge() }
    }

    private mutating func merge() {
        seconds *= 2
        metres *= 2
        var merged: [Bin] = []
        merged.reserveCapacity(bins.count)
        let mayJoin = bins.lazy.filter(\.isAfterBreak).count > Self.maximumBins / 4
        for bin in bins {
            if let last = merged.last, !bin.isAfterBreak || mayJoin, bin.to.seconds(since: last.from) < seconds,
                bin.end - last.start < metres
            {
                merged[merged.count - 1].take(bin)
            } else {
                merged.append(bin)
            }
        }
        bins = merged
    }
}
