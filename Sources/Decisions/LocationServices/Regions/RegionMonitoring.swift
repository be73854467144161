public import LocationModel
internal import Motion

/// Core Location's region monitoring as a pure state machine: locations go in, region events come out.
///
/// Four gates apply to crossings: the distance beyond the boundary, the circle of the accuracy, confirmation by time or
/// by a second location in motion, and passages between two locations. The first state of a region does not count as a
/// crossing. Feed it every location that the gate accepts and that is no leap, not only those that pass a filter.
public struct RegionMonitoring: Sendable {
    /// The state kept across restarts. It is small: for 100,000 regions it holds those that are inside or in doubt.
    public struct State: Sendable, Hashable, Codable {
        var last: Location?
        var trackers: [String: Known] = [:]
        var undetermined: [String] = []
        /// Identifies the set of regions: if it is unchanged, all regions that are not listed here are outside.
        var fingerprint: UInt64 = 0
        /// Metres until other regions may be chosen, if there are too many; absent: with the next location.
        var travel: Double?
        var derivedSpeed: DerivedSpeed?

        /// Whether this type can have written it: a file may contain anything.
        var isValid: Bool { last?.isValid != false && derivedSpeed?.isValid != false }
    }

    /// The state of one region and its shape then: a region with the same identifier may have another shape by now.
    struct Known: Sendable, Hashable, Codable {
        var tracker: RegionTracker
        /// `nil` if it applies to the present region, regardless of its shape.
        var fingerprint: UInt64?

        func isOf(_ region: Region) -> Bool { fingerprint.map { $0 == RegionStore.fingerprint(of: region) } ?? true }
    }

    /// Maximum seconds between two locations for the way between them to count as straight.
    static let passageDuration = 30.0
    /// Maximum metres between them for the same.
    static let passageLength = 5000.0
    /// Maximum number of remembered distances; a distance is computed again only after coming near the boundary.
    static let rememberedDistances = 4096

    private let gates: RegionGates
    private var store = RegionStore()
    private var selection: RegionSelection?
    private var trackers: [Int: RegionTracker] = [:]
    private var undetermined: Set<Int> = []
    private var last: Location?
    private var derivedSpeed = DerivedSpeed()
    private var resumed: State?

    /// Metres travelled; they make remembered distances outdated.
    private var odometer = 0.0
    private var asked: [Int: (distance: Double, odometer: Double)] = [:]

    /// Starts without regions. `limit` is the maximum number monitored at a time: those of higher priority come first,
    /// then the nearest.
    public init(gates: RegionGates = RegionGates(), limit: Int? = nil, resuming state: State? = nil) {
        self.gates = gates
        selection = limit.map { RegionSelection(limit: $0) }
        resumed = state
        last = state?.last
        derivedSpeed = state?.derivedSpeed ?? DerivedSpeed()
    }

    /// The number of regions.
    public var count: Int { store.count }

    /// The identifiers of all regions.
    public var identifiers: some Collection<String> { store.numbers.keys }

    /// The most demanding accuracy that the regions around the position request; `nil` if they request no accuracy.
    public var desiredAccuracy: DesiredAccuracy? {
        guard store.demandingCount > 0 else { return nil }
        var result: DesiredAccuracy?
        for (number, tracker) in trackers where tracker.state == .inside {
            guard let asked = store[number]?.desiredAccuracy else { continue }
            if result.map({ asked.isMoreDemanding(than: $0) }) ?? true { result = asked }
        }
        return result
    }

    /// The state to save for the next run.
    public var state: State {
        if let resumed { return resumed }
        var state = State(last: last, fingerprint: store.fingerprint, derivedSpeed: derivedSpeed)
        for (number, tracker) in trackers where !tracker.isIdle {
            guard let region = store[number] else { continue }
            state.trackers[region.identifier] = Known(
                tracker: tracker, fingerprint: RegionStore.fingerprint(of: region))
        }
        state.undetermined = undetermined.compactMap { store[$0]?.identifier }.sorted()
        state.travel = selection?.travel(at: odometer)
        return state
    }

    /// Adds a region, replacing one with the same identifier; the state is kept if the shape is the same.
    public mutating func startMonitoring(_ region: Region) {
        let known = store.numbers[region.identifier]
        let before = known.flatMap { store[$0] }
        guard before != region else { return }
        let isSame = before?.shape == region.shape
        let tracker = known.flatMap { trackers[$0] }
        let wasUndetermined = known.map(undetermined.contains) ?? true
        if let known { forget(known) }
        let number = store.add(region)
        if isSame, !wasUndetermined {
            trackers[number] = tracker
        } else {
            undetermined.insert(number)
            renew(number, from: tracker)
        }
        selection?.invalidate()
    }

    /// Removes a region; does nothing if the identifier is unknown.
    public mutating func stopMonitoring(_ identifier: String) {
        guard let number = store.remove(identifier) else { return }
        forget(number)
        selection?.invalidate()
    }

    /// The known state of a region.
    public func state(of identifier: String) -> RegionState {
        guard let number = store.numbers[identifier], last != nil else { return .unknown }
        if let resumed {
            guard let known = resumed.trackers[identifier], store[number].map(known.isOf) == true else {
                return .unknown
            }
            return known.tracker.state
        }
        if undetermined.contains(number) || selection?.chosen.contains(number) == false { return .unknown }
        return trackers[number]?.state ?? .outside
    }

    /// The receiver's time went back: pending confirmations start again.
    public mutating func timeReset() {
        resume()
        for number in trackers.keys { trackers[number]?.timeReset() }
        last = nil
        derivedSpeed.restart()
        // The distance to the earlier position does not count, so the remembered distances are meaningless.
        asked.removeAll()
        selection?.invalidate()
    }

    /// Takes the next location that passed the gate and appends the resulting events, by identifier.
    public mutating func receive(_ location: Location, into events: inout [RegionEvent]) {
        resume()
        let step = last.map { $0.distance(to: location) } ?? 0
        odometer += step
        let speed = location.speed ?? leastSpeed(at: location, step: step)
        var found: [RegionEvent] = []
        if let added = selection?.update(at: location.coordinate, odometer: odometer, in: store) { select(added) }
        let way = way(to: location, step: step)
        let isPolar = way != nil && abs(location.coordinate.latitude) > LeapDetector.polarLatitude
        let box =
            isPolar
            ? BoundingBox(around: location.coordinate, reaching: step)
            : BoundingBox(of: way.map { [$0, location.coordinate] } ?? [location.coordinate])
        var numbers = store.numbers(touching: box)
        numbers.formUnion(trackers.keys)
        numbers.formUnion(undeterminedNear(location))
        for number in numbers where selection?.chosen.contains(number) ?? true {
            evaluate(number, at: location, speed: speed, way: way, length: step, into: &found)
        }
        last = location
        if asked.count > Self.rememberedDistances { asked.removeAll(keepingCapacity: true) }
        // One location may bring an exit and an entry of one region: they stay in order.
        events += found.enumerated()
            .sorted { ($0.element.identifier, $0.offset) < ($1.element.identifier, $1.offset) }.map(\.element)
    }

    private mutating func evaluate(
        _ number: Int, at location: Location, speed: Double, way: Coordinate?, length: Double,
        into events: inout [RegionEvent]
    ) {
        guard let region = store[number] else { return }
        let isUndetermined = undetermined.contains(number)
        var tracker = trackers[number] ?? RegionTracker(state: isUndetermined ? .unknown : .outside)
        let clear = clearance(of: location)
        if !tracker.isPending, let known = asked[number], (known.distance <= 0) == (tracker.state == .inside),
            // The distance cannot have changed by more than the travelled distance, with some margin for errors.
            min(abs(known.distance) * 0.98, 10_000) - (odometer - known.odometer) * 1.01 - 1 > clear
        {
            return
        }
        let distance = region.shape.distance(to: location.coordinate)
        asked[number] = (distance, odometer)
        defer {
            undetermined.remove(number)
            trackers[number] = tracker.isIdle ? nil : tracker
        }
        let inwards = min(clear, region.shape.depth / 2)
        let isMoving = speed >= gates.movingSpeed
        // At this speed perhaps no two locations in a row are deep in it, and none outside is before the next one.
        // One that errs by more than the region is deep proves nothing alone.
        let isQuick =
            isMoving && tracker.state == .outside && region.shape.depth - inwards < 2 * length
            && location.horizontalAccuracy ?? 0 < region.shape.depth
        var mayBeginAcross = isQuick
        var way = isQuick || length > 2 * gates.hysteresis ? way : nil
        if let passage = tracker.passage {
            tracker.passage = nil
            // It continued from there and did not turn back: the location on the far side was no outlier.
            // If that was across the boundary, noise may have led there: then it must have left the boundary again.
            if location.coordinate.distance(to: passage.to) > location.coordinate.distance(to: passage.from) {
                // An outlier cannot be the start of a passage either.
                way = nil
            } else if (distance <= 0) == (tracker.state == .inside),
                tracker.candidate == nil && passage.waitsSince == nil
                    || abs(distance) >= (distance <= 0 ? inwards : clear)
            {
                mayBeginAcross = false
                let other: RegionState = tracker.state == .inside ? .outside : .inside
                report(region, .crossed(other), at: location.timestamp, into: &events)
                report(region, .crossed(tracker.state), at: location.timestamp, into: &events)
            } else if isQuick {
                let since = passage.waitsSince ?? location.timestamp
                if location.timestamp.seconds(since: since) <= Self.passageDuration {
                    tracker.passage = .init(from: passage.from, to: passage.to, waitsSince: since)
                }
            }
        }
        let outcome = tracker.receive(
            distance: distance, needed: distance <= 0 ? inwards : clear, at: location.timestamp, isMoving: isMoving,
            isFar: location.horizontalAccuracy.map { distance >= max(clear, gates.farAccuracies * $0) } == true,
            gates: gates)
        if case .determined(let side) = outcome, side == tracker.reportedBefore {
            // Already reported.
        } else if let outcome {
            report(region, outcome, at: location.timestamp, into: &events)
        }
        // It may end across the boundary: that location may be the only one there.
        guard let way, outcome == nil, tracker.passage == nil, !isUndetermined, tracker.state != .unknown else {
            return
        }
        let isInside = tracker.state == .inside
        guard mayBeginAcross || region.shape.contains(way) == isInside else { return }
        if RegionPassage.leads(
            from: way, to: location.coordinate, length: length, beyond: max(isInside ? clear : inwards, 0.1),
            of: region.shape, whereEndsAreInside: isInside)
        {
            tracker.passage = .init(from: way, to: location.coordinate)
        }
    }

    /// Regions without a state that need a closer look; all others are outside from now on.
    private mutating func undeterminedNear(_ location: Location) -> Set<Int> {
        guard !undetermined.isEmpty else { return [] }
        let reach = clearance(of: location)
        let near = store.numbers(touching: BoundingBox(around: location.coordinate, reaching: reach + 1))
        if let chosen = selection?.chosen {
            undetermined = undetermined.filter { near.contains($0) || !chosen.contains($0) }
        } else {
            undetermined.formIntersection(near)
        }
        return undetermined
    }

    /// m/s of a location without a reported speed: what its place and the one before show, less the accuracy of both.
    /// Less that of one alone, errors within what is claimed would be motion. What does not go on moves no more.
    private mutating func leastSpeed(at location: Location, step: Double) -> Double {
        guard let (speed, seconds) = derivedSpeed.speed(at: location), let last,
            (MotionThresholds.derivedSpeedWindow...Self.passageDuration).contains(seconds)
        else { return 0 }
        let accuracy = location.horizontalAccuracy ?? AccuracyModel.unknownAccuracy
        let interval = max(location.timestamp.seconds(since: last.timestamp), 0.001)
        return min(speed - 2 * accuracy / seconds, 2 * step / interval)
    }

    /// Metres beyond a boundary that leave no doubt.
    private func clearance(of location: Location) -> Double {
        max(gates.hysteresis, gates.usesAccuracy ? location.horizontalAccuracy ?? 0 : 0)
    }

    /// The start of the way to a location, if passages count and the way is short enough to be straight.
    private func way(to location: Location, step: Double) -> Coordinate? {
        guard gates.countsPassages, let last, step <= Self.passageLength else { return nil }
        let seconds = location.timestamp.seconds(since: last.timestamp)
        return seconds > 0 && seconds <= Self.passageDuration ? last.coordinate : nil
    }

    private func report(
        _ region: Region, _ outcome: RegionTracker.Outcome, at timestamp: Timestamp, into events: inout [RegionEvent]
    ) {
        let (state, cause): (RegionState, RegionEvent.Cause)
        switch outcome {
        case .determined(let side): (state, cause) = (side, .determined)
        case .crossed(let side):
            guard side == .inside ? region.notifyOnEntry : region.notifyOnExit else { return }
            (state, cause) = (side, .crossed)
        }
        events.append(RegionEvent(timestamp: timestamp, identifier: region.identifier, state: state, cause: cause))
    }

    /// Regions that are newly monitored are determined again; those no longer monitored are forgotten, as is a state
    /// outside, which has no tracker.
    private mutating func select(_ added: Set<Int>) {
        undetermined.formUnion(added)
        guard let chosen = selection?.chosen else { return }
        for number in store.numbers.values where !chosen.contains(number) {
            trackers[number] = nil
            undetermined.insert(number)
        }
    }

    private mutating func forget(_ number: Int) {
        trackers[number] = nil
        asked[number] = nil
        undetermined.remove(number)
    }

    /// With the first location of a run, all regions are present and the state of the last run can be applied.
    private mutating func resume() {
        guard let state = resumed else { return }
        resumed = nil
        let isSame = store.fingerprint == state.fingerprint
        if isSame { undetermined.removeAll() }
        for identifier in state.undetermined {
            if let number = store.numbers[identifier] { undetermined.insert(number) }
        }
        for (identifier, known) in state.trackers {
            guard let number = store.numbers[identifier], let region = store[number] else { continue }
            if known.isOf(region) {
                trackers[number] = known.tracker
                undetermined.remove(number)
            } else {
                undetermined.insert(number)
                renew(number, from: known.tracker)
            }
        }
        // What the last run monitored is not new: a change of its state is a crossing.
        let monitored = Set(store.numbers.values).subtracting(undetermined)
        selection?.resume(monitored, of: store.numbers.count, for: isSame ? state.travel : nil)
    }

    /// A region that was inside has another shape now: its state is reported if it is on another side.
    private mutating func renew(_ number: Int, from tracker: RegionTracker?) {
        trackers[number] = tracker?.reported == .inside ? RegionTracker(reportedBefore: .inside) : nil
    }
}
