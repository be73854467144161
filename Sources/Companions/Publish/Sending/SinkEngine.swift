package import LocationModel
internal import LocationServices
package import Tracks

/// One sink without its connection and without a clock: what to send next, and what its answer means.
///
/// The driver asks ``step(isMetered:at:)``, performs the result, and reports back.
package final class SinkEngine {
    /// Records that are sent together.
    package struct Delivery: Sendable, Hashable {
        /// In the order of the track.
        package let records: [PublishedRecord]
        /// Whether they are older than live ones.
        package let isBacklog: Bool
        let lineCount: Int
    }

    package enum Step: Sendable, Hashable {
        /// Send these, and call ``delivered(_:bytes:at:)`` or ``failed(_:at:)``.
        case deliver(Delivery)
        /// Wait until a monotonic instant, or until the track grows.
        case wait(until: Duration, SinkPace.Reason)
        /// Nothing waits. Wait until the track grows.
        case drained
    }

    /// So many acknowledgements of one record each are synced together while more wait.
    static let synchronizedTogether = 32

    private let sink: PublishSink
    private let capacity: Int
    private let cursor: SinkCursor
    private let follower: TrackFollower
    private var queue: SinkQueue
    private var pace: SinkPace
    private var zones: PrivacyZones
    private var generator: any RandomNumberGenerator & Sendable
    private var unsynchronized = 0
    /// The beginning of what a sink without a cursor reads, if it is known.
    private let begin: Timestamp?
    /// When the first record that waits was read, at the monotonic clock.
    private var readAt: Duration?
    /// When commands of the server were carried out.
    private var obeyed: [PublishSink.RemoteCommand: Duration] = [:]
    /// One of these a broker retains: the last that it took live, and those that it may have taken since.
    private var retained: Set<SinkPosition.Retained>
    /// What the disk did not take yet. Nothing is sent before it has.
    private var unsaved: SinkPosition?

    /// How it goes, for people and metrics.
    package private(set) var status: SinkStatus
    /// The latest line of the track that could not be used: its file, its place and what is wrong with it.
    package var malformedLine: String? { follower.malformed?.latest }
    /// The latest place that the sink may know, however old, and whether it may know its time.
    package var latestPlace: (location: Location, isTimed: Bool)? { queue.latestPlace.map { ($0, true) } ?? recorded }
    /// The same as it was recorded before the start.
    private var recorded: (location: Location, isTimed: Bool)?
    private let archive: TrackArchive

    /// An engine on a track. `capacity`: records that are sent together at most.
    ///
    /// - Throws: What is wrong with the track's directory or the cursor.
    package init(
        _ sink: PublishSink, capacity: Int, track: TrackArchive, cursor: SinkCursor, hiding zones: PrivacyZones,
        at now: Instant, generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    ) throws(SinkFailure) {
        self.sink = sink
        self.capacity = max(capacity, 1)
        self.cursor = cursor
        self.zones = zones
        self.generator = generator
        archive = track
        let latest = cursor.text.latest
        retained = Set([latest?.retained].compactMap(\.self))
        var oldest: CivilDate?
        if case .day(let day) = sink.since { oldest = day }
        if sink.kind == .homeAssistant { oldest = Self.yesterday(now) }
        follower = TrackFollower(
            track, positions: cursor.text.positions, oldest: oldest, readsImported: sink.imported)
        // The first record of a private region would tell when this machine began to move there. As long as nothing was
        // sent, what is read begins where it began before a restart.
        begin =
            latest.map { $0.sequence == 0 ? $0.memory.privacy.lastDelivered : nil }
            ?? (sink.since == .now ? now.wall : oldest?.midnight)
        queue = SinkQueue(follower, filter: SinkFilter(sink, hiding: zones, since: begin), resuming: latest)
        pace = SinkPace(sink, resuming: latest)
        status = SinkStatus(name: sink.name, type: sink.kind.rawValue)
        status.acknowledged = latest?.sequence ?? 0
        status.thinned = latest?.memory.thinned ?? 0
        recorded = place(at: now.wall)
        try rescan()
        if sink.since == .now, latest == nil {
            for var position in follower.skipAll() {
                position.memory.privacy.lastDelivered = begin
                try cursor.add(position)
            }
            try cursor.synchronize()
        }
    }

    /// Whether a file could not be read for a reason that may pass: call ``rescan()`` some time.
    package var hasPassingProblem: Bool { follower.hasPassingProblem }

    /// Names in the track's directory changed.
    package func rescan() throws(SinkFailure) {
        do throws(TrackError) {
            cursor.forget(try follower.rescan())
        } catch {
            throw SinkFailure(
                .track, "cannot read the track: \(error)", "the user locd-publish must be in the group locd")
        }
        status.vanishedFiles = follower.vanished
        status.restartedFiles = follower.restarted
    }

    /// Files were written to.
    package func changed(_ files: Set<TrackFileName>) throws(SinkFailure) {
        // Not lazily: each file is to be told of.
        let known = files.map(follower.changed)
        if known.contains(false) { try rescan() }
    }

    /// Takes other private regions: what was read ahead is filtered anew.
    package func apply(_ zones: PrivacyZones, at now: Instant) throws(SinkFailure) {
        self.zones = zones
        recorded = place(at: now.wall)
        try readAgain()
    }

    /// Whether the place that a broker retains is private now, which the middle of a blurred region is not, or was sent
    /// more exactly than the sink may know it now.
    package var isRetainedPlaceForbidden: Bool {
        retained.contains { sent in
            guard sent.accuracy >= sink.accuracy.metres else { return true }
            guard let zone = zones.zone(at: sent.place) else { return false }
            return zone.privacy == .cut || sent.place.distance(to: zone.center) > 1
        }
    }

    private func retainable(_ lines: some Sequence<QueuedLine>) -> [SinkPosition.Retained] {
        lines.compactMap { line in
            guard line.records.contains(where: \.isLocation) else { return nil }
            return line.position.memory.decidingPlace.map {
                SinkPosition.Retained(place: $0, accuracy: sink.accuracy.metres)
            }
        }
    }

    /// Goes back to what is acknowledged.
    private func readAgain() throws(SinkFailure) {
        follower.restart(from: cursor.text.positions)
        queue = SinkQueue(
            follower, filter: SinkFilter(sink, hiding: zones, since: begin), resuming: cursor.text.latest)
        readAt = nil
        try rescan()
    }

    /// Files before this many are not read for the latest place.
    private static let filesForPlace = 400

    /// The latest place in the track, for a device that is shown where it stands, and for a server that got records and
    /// may ask for the last one again. When it came to a blurred region is not known from one file: its first record
    /// there would tell when it began to move in it.
    private func place(at now: Timestamp) -> (location: Location, isTimed: Bool)? {
        let mayAsk = sink.commands.contains(.reportLocation) && cursor.text.latest?.sequence ?? 0 > 0
        guard sink.kind == .homeAssistant || mayAsk, let files = try? archive.files() else { return nil }
        // What is ahead of the clock has a wrong year, unless all of it is.
        let present = files.filter { $0.day <= now.advanced(bySeconds: 86_400).day }
        for name in (present.isEmpty ? files : present).sorted().suffix(Self.filesForPlace).reversed() {
            var filter = SinkFilter(sink, hiding: zones)
            do throws(TrackError) {
                var reader = try archive.reader(of: name, from: 0)
                reading: while let line = try reader.next() {
                    switch line.content {
                    case .record(.header(let header)) where header.isImported: break reading
                    case .record(.event(let event)) where line.isTerminated || name.compression != nil:
                        _ = filter.pass(event, at: .latest)
                    default: break
                    }
                }
            } catch {
                // The follower reports it. What was read before it counts.
            }
            if let latest = filter.latest { return (latest, zones.zone(at: latest.coordinate) == nil) }
        }
        return nil
    }

    /// What to do at a moment.
    package func step(isMetered: Bool, at now: Instant) throws(SinkFailure) -> Step {
        if let unsaved { try save(unsaved) }
        // A clock that was ahead is right now.
        if sink.kind == .homeAssistant, let oldest = follower.oldest, Self.yesterday(now) < oldest {
            follower.oldest = Self.yesterday(now)
            try rescan()
        }
        // What was live when it was read is judged again once it has waited.
        if sink.kind == .homeAssistant, let readAt, now.monotonic - readAt > .seconds(SinkFilter.liveAge) {
            try readAgain()
        }
        while true {
            // To hold some back, the place and the crossing behind them must be known.
            let isHolding = sink.interval > 0 || sink.distance > 0
            queue.fill(records: isHolding ? SinkQueue.maximumLines : capacity, at: now.wall)
            readAt = queue.recordCount == 0 ? nil : readAt ?? now.monotonic
            status.malformedLines = follower.malformed?.count
            status.unreadableFiles = follower.problems.values.map(\.description).sorted()
            // Lines of which nothing is sent move the cursor alone.
            let empty = queue.lines.prefix { $0.records.isEmpty }
            if let last = empty.last {
                queue.removeFirst(empty.count)
                try keep(last.position, at: now)
            }
            if queue.recordCount > 0 { break }
            guard queue.mayHaveMore else {
                try synchronize()
                pace.drained()
                status.state = status.lastError == nil || status.state != .failing ? .idle : status.state
                return .drained
            }
        }
        let most = queue.first(records: capacity)
        guard let next = most.first(where: { !$0.records.isEmpty })?.records.first,
            let last = queue.lines.last(where: { !$0.records.isEmpty })?.records.last
        else { return .drained }
        // A delivery is live, or a backlog.
        let isOld = pace.isBacklog(next, at: now)
        let lines = most.prefix { $0.records.first.map { pace.isBacklog($0, at: now) == isOld } ?? true }
        let records = lines.flatMap(\.records)
        status.oldest = next.timestamp
        let crossing = isOld ? nil : queue.lines.lazy.flatMap(\.records).first { !$0.isLocation }
        switch pace.decide(next: next, latest: crossing ?? last, isMetered: isMetered, at: now) {
        case .wait(let until, let reason):
            // There is time for it now.
            try synchronize()
            if reason != .retry { status.state = .waiting }
            status.waitsFor = reason
            return .wait(until: until, reason)
        case .send(let isBacklog):
            status.waitsFor = nil
            if !isBacklog { retained.formUnion(retainable(lines)) }
            return .deliver(Delivery(records: records, isBacklog: isBacklog, lineCount: lines.count))
        }
    }

    /// The server took a delivery; so many bytes were sent.
    package func delivered(_ delivery: Delivery, bytes: Int, at now: Instant) throws(SinkFailure) {
        pace.delivered(delivery.records, bytes: bytes, isBacklog: delivery.isBacklog, at: now)
        let lines = queue.lines.prefix(delivery.lineCount)
        guard let position = lines.last?.position else { return }
        let last = delivery.isBacklog ? nil : retainable(lines).last
        if let last { retained = [last] }
        queue.removeFirst(delivery.lineCount)
        try keep(position, retaining: last, at: now)
        unsynchronized += 1
        // A batch is synced at once. What goes out one by one is synced together, and by ``step(isMetered:at:)`` once
        // there is nothing to send: live, each.
        if delivery.records.count > 1 || unsynchronized >= Self.synchronizedTogether { try synchronize() }
        status.state = .sending
        status.lastAcknowledgement = now.wall
        status.succeeds()
        if queue.recordCount == 0 { status.oldest = nil }
    }

    /// The server did not take it. Returns how long to wait.
    @discardableResult
    package func failed(_ failure: SinkFailure, at now: Instant) -> Duration {
        status.fails(failure, at: now.wall)
        return pace.failed(failure, at: now, using: &generator)
    }

    /// Something is wrong on this machine: no reason to let the server wait once it is mended.
    package func isHeldUp(by failure: SinkFailure, at now: Instant) {
        status.fails(failure, at: now.wall)
    }

    /// What was wrong on this machine is mended. The server may still fail.
    package func goesOn() {
        guard retryAt == nil else { return }
        status.succeeds()
        if status.state == .failing { status.state = .idle }
    }

    /// The monotonic instant before which nothing is tried after a failure; `nil` if the last attempt did not fail.
    package var retryAt: Duration? { pace.retryAt }

    /// There is a connection again, and nothing to send over it.
    package func connected(at now: Instant) {
        pace.connected(at: now)
        status.state = .idle
        status.succeeds()
    }

    /// Whether anything may be sent that is no record.
    package func mayTalk(isMetered: Bool, at now: Instant) -> Bool { pace.mayTalk(isMetered: isMetered, at: now) }

    /// Whether a command of the server is carried out now: each once a minute at most.
    package func mayObey(_ command: PublishSink.RemoteCommand, isMetered: Bool, at now: Instant) -> Bool {
        let isEarly = obeyed[command].map { now.monotonic - $0 < .seconds(60) } ?? false
        guard !isEarly, mayTalk(isMetered: isMetered, at: now) else { return false }
        obeyed[command] = now.monotonic
        return true
    }

    /// Counts bytes that were sent for something else than records.
    package func count(_ bytes: Int, at now: Instant) {
        pace.count(bytes, at: now)
    }

    /// The connection is still there.
    package func served(at now: Instant) {
        pace.served(at: now)
    }

    package func report(at now: Instant) -> SinkStatus {
        var report = status
        (report.waitingBytes, report.waiting) = queue.depth()
        // Lines, of which the sink is not given each.
        report.isWaitingEstimated = report.waiting ?? 0 > 0 ? true : nil
        report.bytesToday = pace.budget.sent(on: now.wall)
        report.updated = now.wall
        if report.waiting == 0 { report.oldest = nil }
        return report
    }

    /// What a live sink needs is of today, or of a minute before midnight.
    private static func yesterday(_ now: Instant) -> CivilDate { now.wall.advanced(bySeconds: -86400).day }

    private func synchronize() throws(SinkFailure) {
        try cursor.synchronize()
        unsynchronized = 0
    }

    private func keep(
        _ position: SinkPosition, retaining sent: SinkPosition.Retained? = nil, at now: Instant
    ) throws(SinkFailure) {
        var position = position
        position.retained = sent ?? cursor.text.latest?.retained
        position.day = pace.budget.day
        position.bytes = pace.budget.bytes
        status.acknowledged = position.sequence
        status.thinned = position.memory.thinned
        try save(position)
    }

    private func save(_ position: SinkPosition) throws(SinkFailure) {
        unsaved = position
        try cursor.add(position)
        unsaved = nil
    }
}

/// One moment on two clocks: a monotonic one, and the time of day, which may be wrong.
package struct Instant: Sendable, Hashable {
    /// Since an arbitrary start.
    package var monotonic: Duration
    /// UTC.
    package var wall: Timestamp

    package init(monotonic: Duration, wall: Timestamp) {
        self.monotonic = monotonic
        self.wall = wall
    }
}
