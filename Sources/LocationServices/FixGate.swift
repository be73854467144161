public import LocationModel

/// The gate that every fix passes first: a fix becomes a ``Location``, or a rejection with its reason.
///
/// It compares fixes with each other, never with the system's clock: the receiver's time is the better one.
/// Nothing starves: a refusal that rests on the fix before ends as soon as the refused fixes agree with each other.
public struct FixGate: Sendable {
    /// What became of a fix.
    public enum Verdict: Sendable, Hashable {
        /// Usable. `timeReset` says that the receiver's time was corrected backwards, right before this location.
        case accepted(Location, timeReset: TimeReset?)
        /// Not usable.
        case rejected(RejectionReason)
    }

    /// Altitudes in metres that a receiver can be at: from a mine's depth to a balloon's height. What lies outside is a
    /// failed solution of the vertical, while the horizontal may be good.
    public static let plausibleAltitudes = -500.0...100_000.0

    /// How many refused fixes must agree with each other before they are believed.
    static let confirmations = 3
    /// A step back of this many seconds, soon after the start, is a leap-second correction.
    static let leapSecondStep = 1.0...3.0
    /// Seconds after its first fix in which a receiver may still learn the leap seconds: the almanac takes 12.5 min.
    static let leapSecondWindow = 900.0
    /// The speed (2 knots, in m/s) below which receivers hold their position on purpose.
    static let staticHoldSpeed = 1.03
    /// Metres that must have been travelled, by the reported speed, before a standing position counts as frozen.
    static let frozenDistance = 50.0

    /// Locations that lost an absurd altitude.
    public private(set) var altitudesRejected = 0

    private var last: Location?
    private var first: Timestamp?
    private var recent: [Location] = []
    private var travelledInPlace = 0.0
    private var lastInPlace: Timestamp?
    private var backwards: (last: Timestamp, count: Int)?

    /// A gate; `last` is the newest location that an earlier run accepted, where there is one.
    public init(resumingAfter last: Location? = nil) {
        self.last = last
        if let last { recent = [last] }
    }

    /// Judges one fix. Call it for each, in the order of arrival.
    public mutating func judge(_ fix: Fix) -> Verdict {
        guard fix.mode != .none else { return .rejected(.noFix) }
        guard let coordinate = fix.coordinate, coordinate.isValid else { return .rejected(.invalidCoordinate) }
        guard !coordinate.isNullIsland else { return .rejected(.nullIsland) }
        guard let timestamp = fix.timestamp else { return .rejected(.noTime) }

        var reset: TimeReset?
        if let last {
            let step = timestamp.seconds(since: last.timestamp)
            if step <= 0 {
                if let reason = refusal(of: timestamp, at: coordinate, step: step) { return .rejected(reason) }
                reset = TimeReset(timestamp: timestamp, previous: last.timestamp)
            }
        }
        backwards = nil
        if reset == nil, isFrozen(fix, at: coordinate, timestamp) { return .rejected(.frozen) }
        return .accepted(accept(fix, at: coordinate, timestamp, reset: reset), timeReset: reset)
    }

    /// Why a fix that is not later than the last one is refused; `nil` where it is to be believed.
    private mutating func refusal(of timestamp: Timestamp, at coordinate: Coordinate, step: Double) -> RejectionReason?
    {
        if recent.contains(where: { $0.timestamp == timestamp && $0.coordinate == coordinate }) || step == 0 {
            return .duplicate
        }
        if let first, Self.leapSecondStep.contains(-step), timestamp.seconds(since: first) <= Self.leapSecondWindow {
            return nil
        }
        if let previous = backwards, timestamp > previous.last {
            backwards = (timestamp, previous.count + 1)
        } else if backwards?.last != timestamp {
            backwards = (timestamp, 1)
        }
        return (backwards?.count ?? 0) >= Self.confirmations ? nil : .timeBackwards
    }

    /// Whether the position stands still although the reported speed proves motion.
    private mutating func isFrozen(_ fix: Fix, at coordinate: Coordinate, _ timestamp: Timestamp) -> Bool {
        guard let last, last.coordinate == coordinate else {
            travelledInPlace = 0
            lastInPlace = timestamp
            return false
        }
        let step = timestamp.seconds(since: lastInPlace ?? last.timestamp)
        lastInPlace = timestamp
        guard let speed = fix.speed, speed.isFinite, speed > Self.staticHoldSpeed, step > 0 else { return false }
        travelledInPlace += speed * step
        return travelledInPlace > max(Self.frozenDistance, 3 * (fix.horizontalAccuracy ?? 0))
    }

    private mutating func accept(
        _ fix: Fix, at coordinate: Coordinate, _ timestamp: Timestamp, reset: TimeReset?
    ) -> Location {
        var location = Location(timestamp: timestamp, coordinate: coordinate, isSimulated: fix.isSimulated)
        location.fix = fix.mode
        location.horizontalAccuracy = positive(fix.horizontalAccuracy)
        location.speed = fix.speed.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
        location.speedAccuracy = positive(fix.speedAccuracy)
        location.course = fix.course.flatMap { $0 == 360 ? 0 : (0..<360).contains($0) ? $0 : nil }
        location.courseAccuracy = positive(fix.courseAccuracy)
        location.satellitesUsed = fix.satellitesUsed
        location.hdop = positive(fix.hdop)
        let altitudes = [fix.altitude, fix.ellipsoidalAltitude].compactMap(\.self)
        if altitudes.allSatisfy(Self.plausibleAltitudes.contains) {
            location.altitude = fix.altitude
            location.ellipsoidalAltitude = fix.ellipsoidalAltitude
            location.verticalAccuracy = altitudes.isEmpty ? nil : positive(fix.verticalAccuracy)
        } else {
            altitudesRejected += 1
        }
        if reset != nil { recent.removeAll(keepingCapacity: true) }
        if first == nil || reset != nil { first = timestamp }
        if recent.count == 4 { recent.removeFirst() }
        recent.append(location)
        last = location
        return location
    }

    private func positive(_ value: Double?) -> Double? {
        value.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
    }
}
