internal import LocationModel
package import LocdConfiguration
internal import Tracks

/// Looks at the cursors and the track from outside: what waits, also while nothing runs.
package enum StatusSurvey {
    /// The status of all sinks of a configuration. What may not be looked at is what was written last.
    package static func status(of configuration: PublishConfiguration) -> PublishStatus {
        let written =
            PublishStatus(path: "\(configuration.state)/status.json") ?? PublishStatus(path: PublishStatus.path)
        let sinks = configuration.sinks.map { sink in
            var status =
                written?.sinks.first { $0.name == sink.name } ?? SinkStatus(name: sink.name, type: sink.kind.rawValue)
            let folder = "\(configuration.state)/\(sink.name)"
            if !RunLock.isHeld(folder: folder), status.state != .failing { status.state = .stopped }
            survey(sink, folder, configuration, &status)
            return status
        }
        return PublishStatus(sinks: sinks)
    }

    private static func survey(
        _ sink: PublishSink, _ folder: String, _ configuration: PublishConfiguration, _ status: inout SinkStatus
    ) {
        guard let cursor = try? SinkCursor(path: "\(folder)/cursor") else { return }
        let latest = cursor.text.latest
        // It is not there where this user may not look either.
        if latest == nil, status.acknowledged > 0 { return }
        var oldest: CivilDate?
        if case .day(let day) = sink.since { oldest = day }
        if sink.kind == .homeAssistant { oldest = WallClock.now.advanced(bySeconds: -86400).day }
        let follower = TrackFollower(
            TrackArchive(directory: configuration.tracks), positions: cursor.text.positions, oldest: oldest,
            readsImported: sink.imported)
        guard (try? follower.rescan()) != nil else { return }
        (status.waitingBytes, status.waiting) = follower.depth()
        status.acknowledged = max(status.acknowledged, latest?.sequence ?? 0)
        status.oldest = nil
        guard status.waiting > 0 else { return }
        for _ in 0..<10_000 {
            guard let line = follower.next() else { return status.waiting = 0 }
            if let timestamp = line.event?.timestamp { return status.oldest = timestamp }
        }
    }
}
