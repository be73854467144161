internal import CCurl
internal import Glibc
internal import LocationModel
internal import LocationServices
internal import LocdProtocol
internal import SystemSupport
internal import Tracks

/// Drives one sink on a thread of its own, until everything is sent or it is stopped. All of it blocks.
package final class SinkRunner {
    /// When it ends by itself.
    package enum Mode: Sendable, Hashable {
        /// Never.
        case run
        /// When nothing waits, or after so many seconds.
        case once(timeout: Double)
    }

    /// A wait is never longer: the status is written that often.
    private static let longestWait = Duration.seconds(30)
    /// Without inotify the directory is looked at that often.
    private static let rescanInterval = Duration.seconds(2)
    /// A connection that is kept is looked after that often.
    private static let serveInterval = Duration.seconds(5)
    private static let reportInterval = Duration.seconds(5)

    private let sink: PublishSink
    private let configuration: PublishConfiguration
    private let mode: Mode
    private let stop: StopSignal
    private let board: StatusBoard
    private let identity: DeviceIdentity
    private let credentials: String?
    private let clock = MonotonicClock.system()

    private var lock: RunLock?
    private var engine: SinkEngine?
    private var driver: (any SinkDriver)?
    private var watch: DirectoryWatch?
    private var rescannedAt: Duration?
    private var regions: RegionsSource
    private var known: [Region] = []
    /// Whether the driver does not know yet what is private now.
    private var hasChanges = true
    private var metered = MeteredConnection()
    private var reporter = FailureReporter()
    private var early: SinkStatus
    private var setupBackoff = Backoff(first: .seconds(1), longest: .seconds(60))
    /// Whether what a turn does now is up to the server; otherwise a failure is one of this machine.
    private var isAtServer = false
    private var isHeldUp = false
    private var reportedAt: Duration?
    private var reportedState: SinkStatus.State?
    private var reportedLines = 0

    /// A runner of a sink. `credentials`: systemd's directory of credentials.
    package init(
        _ sink: PublishSink, of configuration: PublishConfiguration, mode: Mode, stop: StopSignal, board: StatusBoard,
        credentials: String?
    ) {
        var sink = sink
        // A request in flight holds up the end for no longer than all of it may take.
        if case .once(let timeout) = mode { sink.timeout = min(sink.timeout, max(timeout, 0.1)) }
        self.sink = sink
        self.configuration = configuration
        self.mode = mode
        self.stop = stop
        self.board = board
        self.credentials = credentials
        identity = DeviceIdentity(sink, machine: DeviceIdentity.machine)
        regions = RegionsSource(path: configuration.regions)
        early = SinkStatus(name: sink.name, type: sink.kind.rawValue)
    }

    private var folder: String { "\(configuration.state)/\(sink.name)" }
    private var isMetered: Bool { sink.metered != .send && metered.isMetered(at: clock.now()) }
    private var now: Instant { Instant(monotonic: clock.now(), wall: WallClock.now) }

    /// Sends. Returns whether nothing waits any more.
    package func run() -> Bool {
        let end: Duration? = if case .once(let timeout) = mode { clock.now() + .seconds(timeout) } else { nil }
        var isDone = false
        while !stop.isGiven {
            if let end, clock.now() >= end { break }
            do throws(SinkFailure) {
                guard let until = try turn() else {
                    if mode != .run {
                        isDone = true
                        break
                    }
                    wait(until: end)
                    continue
                }
                if until > clock.now() { wait(until: min(until, end ?? until)) }
            } catch {
                // What was in flight was given up: no fault of the server.
                if stop.isGiven { break }
                let pause = failed(error, isLocal: !isAtServer)
                // What a sink lacks that is not set up yet is on this machine: to send once, nobody waits for it.
                if engine == nil, mode != .run { break }
                let until = clock.now() + pause
                wait(until: min(until, end ?? until), ignoringTrack: true)
            }
        }
        driver?.close()
        report(isForced: true, state: .stopped)
        return isDone
    }

    /// Does the next thing. Returns when to do the one after it; `nil` if nothing waits.
    private func turn() throws(SinkFailure) -> Duration? {
        isAtServer = false
        try prepare()
        guard let engine, let driver else { return nil }
        try look(for: engine)
        defer { report() }
        let step = try engine.step(isMetered: isMetered, at: now)
        isAtServer = true
        if isHeldUp {
            isHeldUp = false
            setupBackoff.reset()
            engine.goesOn()
        }
        switch step {
        case .drained:
            driver.take(latest: engine.latestPlace)
            return try keepConnection(engine, driver)
        // The connection is kept meanwhile, and what became private is withdrawn.
        case .wait(let until, _): return try keepConnection(engine, driver) ?? until
        case .deliver(let delivery):
            let receipt = try driver.deliver(delivery.records, isBacklog: delivery.isBacklog, at: now.wall)
            isAtServer = false
            try engine.delivered(delivery, bytes: receipt.bytes, at: now)
            isAtServer = true
            succeeded()
            try obey(receipt.messages)
            return .zero
        }
    }

    /// Connects where a connection is kept, or something is to be withdrawn, as often as after failures. Returns when
    /// to try again; `nil` if there is nothing to do.
    private func keepConnection(
        _ engine: SinkEngine, _ driver: any SinkDriver
    ) throws(SinkFailure) -> Duration? {
        let isWanted = mode == .run ? driver.wantsConnection : driver.mustWithdraw
        guard isWanted, engine.mayTalk(isMetered: isMetered, at: now) else { return nil }
        if let retryAt = engine.retryAt, clock.now() < retryAt { return retryAt }
        engine.count(try driver.connect(), at: now)
        engine.connected(at: now)
        succeeded()
        return nil
    }

    /// Makes what is not there yet, and takes regions that changed.
    private func prepare() throws(SinkFailure) {
        if lock == nil { lock = try RunLock(folder: folder, sink: sink.name) }
        if let changed = try regions.changes(at: clock.now()) {
            hasChanges = true
            known = changed
            driver?.take(changed)
            try engine?.apply(PrivacyZones(changed), at: now)
        }
        if driver == nil {
            let made = try SinkDrivers.driver(for: sink, identity: identity, credentials: credentials, stop: stop)
            made.take(known)
            driver = made
        }
        if engine == nil, let driver {
            engine = try SinkEngine(
                sink, capacity: driver.capacity, track: TrackArchive(directory: configuration.tracks),
                cursor: try SinkCursor(path: "\(folder)/cursor"), hiding: PrivacyZones(known), at: now)
        }
        guard hasChanges, let engine, let driver else { return }
        hasChanges = false
        driver.take(latest: engine.latestPlace)
        if engine.isRetainedPlaceForbidden { driver.withdraw() }
    }

    /// Takes what happened in the track's directory. While it cannot be watched, all of it is looked at from time to
    /// time.
    private func look(for engine: SinkEngine) throws(SinkFailure) {
        let age = rescannedAt.map { clock.now() - $0 }
        do throws(SinkFailure) {
            if let watch, !watch.isOver {
                let changes = watch.read()
                let isDue = engine.hasPassingProblem && age ?? .zero >= Self.longestWait
                if changes.needsRescan || watch.isOver || isDue {
                    rescannedAt = clock.now()
                    try engine.rescan()
                } else if !changes.written.isEmpty {
                    try engine.changed(changes.written)
                }
            } else if age ?? Self.rescanInterval >= Self.rescanInterval {
                rescannedAt = clock.now()
                // What happens from now on is seen by the watch, what happened before by the scan.
                watch = DirectoryWatch(configuration.tracks)
                try engine.rescan()
            }
        } catch {
            // What happened is taken from the watch, and not yet known.
            watch = nil
            throw error
        }
    }

    // MARK: - Waiting

    private func wait(until end: Duration?, ignoringTrack: Bool = false) {
        report()
        var limit = clock.now() + Self.longestWait
        if watch?.isOver ?? true { limit = min(limit, clock.now() + Self.rescanInterval) }
        if driver?.descriptor != nil { limit = min(limit, clock.now() + Self.serveInterval) }
        let until = min(end ?? limit, limit)
        var entries = [pollfd(fd: stop.descriptor, events: Int16(POLLIN), revents: 0)]
        if !ignoringTrack, let watch { entries.append(pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0)) }
        if let descriptor = driver?.descriptor {
            entries.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
        }
        let left = until - clock.now()
        _ = poll(&entries, nfds_t(entries.count), Int32(clamping: max(left, .zero).milliseconds))
        serve()
    }

    private func serve() {
        guard let engine, let driver, driver.descriptor != nil else { return }
        do throws(SinkFailure) {
            let receipt = try driver.serve(at: now.wall, mayTalk: engine.mayTalk(isMetered: isMetered, at: now))
            engine.count(receipt.bytes, at: now)
            engine.served(at: now)
            try obey(receipt.messages)
        } catch {
            failed(error)
        }
    }

    // MARK: - Commands from outside

    private func obey(_ messages: [[UInt8]]) throws(SinkFailure) {
        guard !sink.commands.isEmpty, let engine, let driver else { return }
        let form = OwnTracksForm(identity, topic: sink.topic)
        for message in messages {
            for command in RemoteCommandMessage.commands(in: message, allowed: sink.commands)
            where engine.mayObey(command, isMetered: isMetered, at: now) {
                let answer: OwnTracksForm.Message? =
                    switch command {
                    case .reportLocation:
                        engine.latestPlace.flatMap { latest in
                            let record = PublishedRecord(.location(latest.location))
                            return latest.isTimed ? form.message(record, trigger: .requested, at: now.wall) : nil
                        }
                    case .waypoints: form.waypoints(known)
                    case .status: form.status(version: LocdRelease.version, at: now.wall)
                    }
                guard let answer else { continue }
                engine.count(try driver.send(answer).bytes, at: now)
                PublishLog.log(.notice, sink.name, "Command \(command.rawValue) of the server carried out")
            }
        }
    }

    // MARK: - Reporting

    private func succeeded() {
        if reporter.succeeds() { PublishLog.log(.notice, sink.name, "Server takes records again") }
    }

    @discardableResult
    private func failed(_ failure: SinkFailure, isLocal: Bool = false) -> Duration {
        if reporter.fails(at: clock.now()) { PublishLog.log(.warning, sink.name, "Not delivered: \(failure)") }
        defer { report() }
        if !isLocal, let engine { return engine.failed(failure, at: now) }
        isHeldUp = true
        if let engine { engine.isHeldUp(by: failure, at: now) } else { early.fails(failure, at: now.wall) }
        return setupBackoff.next()
    }

    private func report(isForced: Bool = false, state: SinkStatus.State? = nil) {
        // Another process sends, and writes the status.
        guard lock != nil || RunLock.isHeld(folder: folder) != true else { return }
        let present = engine?.status.state ?? early.state
        // Live it sends and idles by turns.
        let hasChanged = (present == .failing) != (reportedState == .failing)
        let now = now
        guard isForced || hasChanged || reportedAt.map({ now.monotonic - $0 >= Self.reportInterval }) ?? true else {
            return
        }
        reportedAt = now.monotonic
        reportedState = present
        if let count = engine?.status.malformedLines, count != reportedLines, let line = engine?.malformedLine {
            reportedLines = count
            PublishLog.log(.warning, sink.name, "Line of the track left out, \(count) since the start: \(line)")
        }
        var status = engine?.report(at: now) ?? early
        status.updated = now.wall
        if let state, status.state != .failing { status.state = state }
        board.take(status)
    }
}

/// Lines for the journal, or for a person, on standard error. They contain no place and no secret.
package enum PublishLog {
    /// How urgent a line is, by syslog's numbers.
    package enum Level: Int, Sendable {
        case error = 3
        case warning = 4
        case notice = 5
    }

    /// Writes a line about a sink, or about all of them.
    package static func log(_ level: Level, _ sink: String?, _ text: String) {
        // systemd reads the number, and names the program itself.
        let head = getenv("JOURNAL_STREAM") != nil ? "<\(level.rawValue)>" : "locd-publish: "
        let line = Array((head + (sink.map { "\($0): " } ?? "") + text + "\n").utf8)
        _ = write(2, line, line.count)
    }
}

/// Creates drivers by the type of the sink.
package enum SinkDrivers {
    /// Prepares the libraries, before there are threads.
    package static func prepare() {
        _ = ccurl_prepare()
        MQTTConnection.prepare()
    }

    /// The driver of a sink. It connects when there is something to send.
    static func driver(
        for sink: PublishSink, identity: DeviceIdentity, credentials: String?, stop: StopSignal
    ) throws(SinkFailure) -> any SinkDriver {
        switch sink.kind {
        case .ownTracksHTTP, .traccar:
            return try HTTPSink(
                sink, identity: identity, userAgent: "locd-publish/\(LocdRelease.version)", credentials: credentials,
                stop: stop)
        case .command: return CommandSink(sink, identity: identity)
        case .mqtt: return try MQTTSink(sink, identity: identity, credentials: credentials, stop: stop)
        case .homeAssistant:
            return try HomeAssistantSink(sink, identity: identity, credentials: credentials, stop: stop)
        }
    }
}
