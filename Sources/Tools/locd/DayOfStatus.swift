import LocationModel
import LocationServices
import LocdConfiguration
import LocdProtocol
import Phrasing
import TrackTools
import Tracks

/// What the track of today adds to the daemon's status. Whoever may not read the track is told less, and no error.
enum DayOfStatus {
    /// Whether it moves, since when, near which town, and how far today. The daemon knows whether it moves now; the
    /// track, since when, and how far on this day of the machine's clock. While lines wait for the disk, the track is
    /// behind.
    static func sentence(of status: StatusReply, _ calendar: LocalCalendar, at now: Timestamp) -> DaySentence {
        var sentence = DaySentence()
        guard let location = status.location?.location,
            let configuration = try? Configuration.load(path: nil, environment: DaemonSettings.environment)
                .configuration
        else { return sentence }
        sentence.town = Towns(table: configuration.geocoder.table).name(location.coordinate)
        if let motion = status.motion {
            sentence.isMoving = motion.state == .moving
            sentence.since = motion.since.flatMap { Timestamp($0) }
        } else if !status.receiver.state.hasFix {
            sentence.lastSeen = location.timestamp
        }
        guard status.recorder.state != .failed, (status.recorder.queued as Int?) ?? 0 == 0,
            let directory = status.recorder.file.flatMap(directory(of:))
        else { return sentence }
        let today = calendar.day(of: now)
        let interval = TrackInterval(from: calendar.start(of: today), to: calendar.end(of: today))
        guard let day = try? summary(of: directory, interval, configuration) else { return sentence }
        sentence.distance = day.statistics.distance
        sentence.movingTime = day.statistics.movingTime
        sentence.trips = day.trips.count
        guard status.motion != nil || status.receiver.state.hasFix else { return sentence }
        switch day.motion(at: location.timestamp) {
        case .moving(let since) where sentence.isMoving ?? true: (sentence.isMoving, sentence.since) = (true, since)
        case .parked(let since?) where !(sentence.isMoving ?? false):
            (sentence.isMoving, sentence.since) = (false, since)
        default: break
        }
        return sentence
    }

    private static func directory(of file: String) -> String? {
        file.lastIndex(of: "/").map { String(file[..<$0]) }
    }

    private static func summary(
        of directory: String, _ interval: TrackInterval, _ configuration: Configuration
    ) throws -> DaySummary {
        let archive = TrackArchive(directory: directory)
        let wide = try interval.withContext { (part) throws(TrackError) in
            try archive.files(in: part).map(archive.path)
        }
        var records = TrackRecords(files: try archive.files(in: wide).map(archive.path), in: wide)
        var privacy = PrivacyFilter(
            PrivacyZones(try RegionsFile.regions(at: configuration.regions.file) ?? []), since: wide.from)
        var stepper = TrackStepper(in: wide)
        var day = DaySummary(measuresAltitudes: false, in: interval)
        // locd today names a file that cannot be read.
        while let record = try? records.next() {
            for shown in privacy.filter(record) { stepper.steps(of: shown, in: records.piece) { day.add($0) } }
        }
        day.finish()
        return day
    }
}
