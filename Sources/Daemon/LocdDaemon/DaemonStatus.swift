import Hooks
import LocationModel
import LocationServices
import LocdConfiguration
import LocdDoctor
import LocdProtocol
import LocdRecorder
import LocdServer
import Motion
import Phrasing
import Sensors
import Sharing
import SystemSupport
import Tracks

/// Puts together what the parts of the daemon know, for `Status`.
struct DaemonStatus: LocationService {
    let configuration: RunningConfiguration
    let hub: LocationHub
    let recorder: Recorder?
    let configurationReload: Reload
    let features: [any Feature]
    let beacons: BeaconService?
    let steps: StepCenter?
    let hooks: HookService
    let keeper: StateKeeper?
    /// Where folders are read that may lie on a disk that hangs: on the pool, two who ask would stop the whole daemon.
    let reading: ExecutorThread
    /// The track is read for one caller at a time.
    let historyTurn = AsyncSemaphore()
    /// How long after the last fix the machine is taken to go on as it did: a tunnel.
    private static let motionLifetime = Duration.seconds(60)
    let clock: MonotonicClock
    let started: Duration

    /// Whether a hook names a private region. The name of no region may be an earlier one of such a region.
    private func mayNamePrivateRegion(_ hook: Hook) async -> Bool {
        let zones = await hub.zones
        guard let region = hook.region, !zones.isEmpty else { return false }
        if zones.hides(regionNamed: region.text) { return true }
        guard region.isExact else { return false }
        return await !configurationReload.sessions.hasRegion(region.text)
    }

    func status(showsWords: Bool = false, privateRegions: Bool = false) async -> StatusReply {
        let now = clock.now()
        let hubStatus = await hub.status
        var reply = StatusReply(
            uptime: now - started,
            receiver: receiver(hubStatus, at: now),
            lastLocation: hubStatus.latest.map { ($0.location, now - $0.arrival) },
            fixes: FixCounts(
                accepted: hubStatus.accepted, rejected: hubStatus.rejected,
                altitudesRejected: hubStatus.altitudesRejected),
            recorder: await recorderStatus(hubStatus, at: now),
            problems: configuration.problems(showsWords: showsWords) + neglect + [keeper?.problem].compactMap(\.self))
        if let change = hubStatus.integrity, change.state != .trusted {
            // With private regions its beginning may lie in one.
            reply.integrity = IntegrityStatus(
                state: change.state, reasons: change.reasons.map(\.rawValue),
                since: await hub.zones.isEmpty ? change.since.description : nil,
                summary: IntegrityWords.sentence(change.state, change.reasons),
                remedy: IntegrityWords.remedy(change.state, change.reasons))
        }
        reply.motion = await motion(hubStatus, at: now)
        // Of clients, the socket adds its own.
        for feature in features {
            reply.problems += await feature.problems
            await feature.report(in: &reply)
        }
        reply.timeZone = hooks.timeZone
        for report in hooks.reports {
            if !privateRegions, await mayNamePrivateRegion(report.hook) { continue }
            reply.hooks.append(HookStatus(report))
        }
        // How well the receiver does is no place, nor is that it is in a private region.
        if hubStatus.isPlaceHidden {
            reply.location = hubStatus.latest.flatMap { hubStatus.latestZone?.redacted($0.location) }
                .map { ReportedLocation($0) }
            reply.recorder.settingsInForce = nil
            reply.motion = nil
            reply.compass?.magneticHeading = nil
            reply.steps = reply.steps.map { StepsStatus(state: $0.state) }
        }
        return reply
    }

    /// Whether it moves, as the recorder knows it. What was known before the fix was lost says little about now, and
    /// nothing without a receiver, unless that is off because it is parked.
    private func motion(_ status: LocationHub.Status, at now: Duration) async -> MotionStatus? {
        guard let manager = await recorder?.manager.status, manager.isUpdating else { return nil }
        let isParked = manager.pauseCause == .stationary
        let isRecent =
            status.condition.state != .absent
            && status.latest.map { now - $0.arrival <= Self.motionLifetime } ?? false
        guard isRecent || isParked && status.condition.state == .released else { return nil }
        guard let moves = isParked ? false : manager.motion?.isMoving else { return nil }
        var since = manager.motion?.isMoving == moves ? manager.motion?.since : nil
        // The time since it left a private region shows how far away that is.
        if let origin = manager.motion?.origin, await hub.zones.zone(at: origin) != nil { since = nil }
        return MotionStatus(state: moves ? .moving : .parked, since: since?.description)
    }

    func reducedLocation() async -> Location? { await hub.reducedLocation }

    func receive(_ advertisements: [(payload: [UInt8], rssi: Int)]) async throws(VarlinkError) -> Int {
        guard let beacons else { throw .rangingUnavailable }
        return await beacons.receive(advertisements)
    }

    func report(_ steps: StepsParameters) async throws(VarlinkError) {
        guard let center = self.steps else { throw .stepCountingUnavailable }
        let now = Timestamp.now
        try await center.report(try steps.effective(at: now), at: now)
    }

    func overrideRecorder(_ parameters: OverrideRecorderParameters) async throws(VarlinkError) {
        guard let manager = recorder?.manager else { throw .recorderOff }
        if let raised = try parameters.raised { manager.raiseAccuracy(to: raised.accuracy, seconds: raised.seconds) }
        switch parameters.isAsleep {
        case true: manager.sleep()
        case false: manager.wake()
        default: break
        }
    }

    func sky() async -> LocationInterface.Sky.Reply {
        let status = await hub.status
        let view = SharedSky.view(of: status)
        return LocationInterface.Sky.Reply(
            SharedSky.view(view, with: status.latest?.location, isReduced: false))
    }

    /// Whether something keeps an old track file from being compressed or removed, in a sentence for everybody: the
    /// path of the track is not for everybody.
    private var neglect: [String] {
        recorder?.writer.status.neglect == nil
            ? [] : ["an old track file cannot be compressed or removed: see journalctl -u locd"]
    }

    private func receiver(_ status: LocationHub.Status, at now: Duration) -> ReceiverStatus {
        let condition = status.condition
        var receiver = ReceiverStatus(source: status.source, state: condition.state, stateAge: now - condition.since)
        receiver.device = condition.device
        receiver.driver = condition.driver
        receiver.cause = condition.cause
        if condition.state == .released { receiver.cause = status.lastLookWasGood ? nil : .noFix }
        receiver.detail = condition.detail
        receiver.refused = condition.refused
        receiver.remedy = Remedy.sentence(for: condition, source: configuration.current.receiver.source)
        receiver.satellitesUsed = status.sky?.used
        receiver.satellitesVisible = status.sky?.satellites.count
        return receiver
    }

    private func recorderStatus(_ hub: LocationHub.Status, at now: Duration) async -> RecorderStatus {
        guard let recorder else { return RecorderStatus(state: .off, stateAge: now - started) }
        let manager = await recorder.manager.status
        let track = recorder.writer.status
        let (state, since): (RecorderStatus.State, Duration) =
            if let since = track.problemSince {
                (.failed, since)
            } else if !manager.isUpdating {
                (.off, manager.since)
            } else if manager.pauseCause != nil {
                (.paused, manager.since)
            } else if hub.condition.state.hasFix {
                (.recording, max(manager.since, hub.condition.since))
            } else {
                (.waiting, max(manager.since, hub.condition.since))
            }
        var status = RecorderStatus(
            state: state, stateAge: now - since, lines: track.lines, bytes: Int(track.bytes),
            lastSyncAge: track.lastSync.map { now - $0 }, queued: track.queuedLines,
            lost: track.lostLines, held: manager.held)
        status.cause = track.problem?.code.rawValue ?? manager.pauseCause?.rawValue
        status.detail = track.problem?.explanation
        status.remedy = track.problem?.remedy
        status.settingsInForce = manager.settingsInForce.map { SettingsStatus($0) }
        status.file = track.currentFile.map { "\(recorder.writer.configuration.directory)/\($0)" }
        return status
    }
}

extension HookStatus {
    fileprivate init(_ report: HookReport) {
        self.init(
            to: "unix:\(report.hook.path)", on: report.hook.events.map(\.rawValue), region: report.hook.region?.text,
            waiting: report.waiting, delivered: report.delivered, dropped: report.dropped,
            failure: report.failure, lastDeliveryAge: report.lastDeliveryAge?.secondsInMilliseconds)
    }
}

extension DaemonStatus {
    func tracks() async -> LocationInterface.Tracks.Reply {
        await withTaskExecutorPreference(reading) { readTracks() }
    }

    private func readTracks() -> LocationInterface.Tracks.Reply {
        let archive = TrackArchive(directory: configuration.current.tracks.directory)
        // A directory that cannot be read holds nothing that could be named; the recorder says what is wrong with it.
        let names = (try? archive.files()) ?? []
        let files = names.map { name in
            ReportedTrackFile(
                name: "\(name)", day: "\(name.day)", bytes: Int((try? archive.size(of: name)) ?? 0),
                isCompressed: name.compression != nil)
        }
        return LocationInterface.Tracks.Reply(directory: archive.directory, files: files)
    }

    func settings() -> [ReportedSetting] { configuration.settings }

    func reload() async throws(VarlinkError) -> [String] {
        switch await configurationReload.reload() {
        case .success(let changes): return changes.map(\.description)
        case .failure(let list): throw .reloadRefused(list.problems.map(\.description))
        }
    }

    func motionHistory(from: Timestamp, to: Timestamp) async -> LocationInterface.MotionHistory.Reply {
        guard recorder != nil else { return LocationInterface.MotionHistory.Reply(isRecording: false) }
        return await historyTurn.withPermit {
            let zones = await hub.zones
            let waiting = await steps?.waiting() ?? []
            return await withTaskExecutorPreference(reading) {
                await readMotion(from: from, to: to, hiding: zones, waiting)
            }
        }
    }

    private func readMotion(
        from: Timestamp, to: Timestamp, hiding zones: PrivacyZones, _ waiting: [StepCount]
    ) async -> LocationInterface.MotionHistory.Reply {
        let archive = TrackArchive(directory: configuration.current.tracks.directory)
        let start = TrackInterval(from: from.advanced(bySeconds: -MotionHistory.warmUp))
        var history = MotionHistory(
            from: from, to: to, hiding: zones,
            at: zones.isEmpty ? nil : archive.lastLocation(before: start)?.coordinate)
        await archive.readInTurns(history.interval) { history.receive($0) }
        history.receive(waiting: waiting)
        return LocationInterface.MotionHistory.Reply(
            isRecording: true, activities: history.activities.map { ReportedActivity($0) },
            distance: history.walk.distance, activeTime: history.walk.activeTime,
            steps: history.steps)
    }
}
