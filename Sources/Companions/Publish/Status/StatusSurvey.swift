internal import LocationModel
internal import Phrasing
internal import Tracks

/// Determines the status from the cursors and the track, even if no process is running.
package enum StatusSurvey {
    /// The known status of the sinks, and its source.
    package enum Finding: Sendable, Hashable {
        /// The present state of cursors and track.
        case present(PublishStatus)
        /// The last report of locd-publish.service, because this user may not read the cursors.
        case written(PublishStatus)
        /// This user may not read the cursors, and there is no report of locd-publish.service.
        case nothing
    }

    package static func look(at configuration: PublishConfiguration) -> Finding {
        look(at: configuration, unitFile: PublishStatus.path, isHeld: RunLock.isHeld(folder:))
    }

    /// A process that sends writes its status each half a minute, if no delivery takes longer.
    private static let longestSilence = 300.0

    /// `unitFile` is what the unit writes, `isHeld` says whether a process sends with a folder, if this user may know.
    static func look(
        at configuration: PublishConfiguration, unitFile: String, now: Timestamp = WallClock.now,
        isHeld: (String) -> Bool?
    ) -> Finding {
        let own = PublishStatus(path: "\(configuration.state)/status.json")
        let units = PublishStatus(path: unitFile)
        var isPresent = true
        let sinks = configuration.sinks.map { sink in
            let known = [own, units].compactMap { $0?.sinks.first { $0.name == sink.name } }
            var status = known.first ?? SinkStatus(name: sink.name, type: sink.kind.rawValue)
            // A full disk keeps our own file as it was.
            if let later = known.last, later.state == .failing, let since = status.updated,
                later.updated.map({ $0 > since }) ?? false
            {
                (status.state, status.lastError, status.failures) = (later.state, later.lastError, later.failures)
            }
            if status.updated == nil { status.state = .stopped }
            let folder = "\(configuration.state)/\(sink.name)"
            guard let isRunning = isHeld(folder) else {
                isPresent = false
                return status
            }
            if !isRunning, status.state != .failing { status.state = .stopped }
            if isRunning, status.state != .failing, let silence = status.updated.map({ now.seconds(since: $0) }),
                silence > longestSilence
            {
                status.fails(
                    SinkFailure(
                        .state, "no status was written for \(Words.duration(silence))",
                        "See whether the disk of \(configuration.state) is full; else restart locd-publish."),
                    at: now)
            }
            survey(sink, folder, configuration, &status)
            if status.state == .sending, status.waiting == 0 { status.state = .idle }
            return status
        }
        if isPresent { return .present(PublishStatus(sinks: sinks)) }
        return own ?? units == nil ? .nothing : .written(PublishStatus(sinks: sinks))
    }

    private static func survey(
        _ sink: PublishSink, _ folder: String, _ configuration: PublishConfiguration, _ status: inout SinkStatus
    ) {
        guard let cursor = try? SinkCursor(path: "\(folder)/cursor") else { return }
        let latest = cursor.text.latest
        // A file in a directory that this user may not read looks missing, too.
        if latest == nil, status.acknowledged ?? 1 > 0 { return }
        var oldest: CivilDate?
        if case .day(let day) = sink.since { oldest = day }
        if sink.kind == .homeAssistant { oldest = WallClock.now.advanced(bySeconds: -86400).day }
        let follower = TrackFollower(
            TrackArchive(directory: configuration.tracks), positions: cursor.text.positions, oldest: oldest,
            readsImported: sink.imported)
        guard (try? follower.rescan()) != nil else { return }
        status.importedFiles = follower.leftOut > 0 ? follower.leftOut : nil
        status.acknowledged = max(status.acknowledged ?? 0, latest?.sequence ?? 0)
        let now = WallClock.now
        let sent = ByteBudget(limit: nil, day: latest?.day, bytes: latest?.bytes ?? 0).sent(on: now)
        status.bytesToday = max(sent, status.updated?.day == now.day ? status.bytesToday ?? 0 : 0)
        count(sink, latest, configuration, follower, &status)
    }

    /// What waits is counted up to so many bytes of the track, and estimated beyond.
    private static let countedBytes: Int64 = 16 << 20
    private static let recordsAtOnce = 500

    /// Counts what the sink will be given of the lines behind its cursor.
    private static func count(
        _ sink: PublishSink, _ latest: SinkPosition?, _ configuration: PublishConfiguration, _ follower: TrackFollower,
        _ status: inout SinkStatus
    ) {
        (status.waitingBytes, status.waiting, status.isWaitingEstimated, status.oldest) = (0, 0, nil, nil)
        // A new sink begins with what comes.
        if latest == nil, sink.since == .now { return }
        var regions = RegionsSource(path: configuration.regions)
        guard let zones = try? regions.changes() else {
            (status.waitingBytes, status.waiting) = follower.depth()
            status.isWaitingEstimated = true
            return
        }
        let queue = SinkQueue(follower, filter: SinkFilter(sink, hiding: PrivacyZones(zones)), resuming: latest)
        let bytes = follower.waitingBytes()
        var (records, read) = (0, Int64(0))
        repeat {
            queue.fill(records: recordsAtOnce, at: WallClock.now)
            if records == 0 { status.oldest = queue.lines.lazy.compactMap(\.records.first?.timestamp).first }
            records += queue.recordCount
            queue.removeFirst(queue.lines.count)
            read = bytes - follower.waitingBytes()
        } while follower.mayHaveMore && read < countedBytes
        (status.waitingBytes, status.waiting) = (bytes, records)
        guard follower.mayHaveMore, read > 0 else { return }
        status.waiting = Int(rounding: Double(records) * Double(bytes) / Double(read))
        status.isWaitingEstimated = true
    }
}
