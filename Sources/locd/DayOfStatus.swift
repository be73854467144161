import LocationModel
import LocationServices
import LocdConfiguration
import LocdProtocol
import Phrasing
import TrackTools
import Tracks

/// What the track of today adds to the daemon's status. Whoever may not read the track is told less, and no error.
enum DayOfStatus {
    /// Whether it moves, since when, near which town, and how far today.
    static func sentence(of status: StatusReply, _ calendar: LocalCalendar) -> DaySentence {
        var sentence = DaySentence()
        guard let location = status.location?.location,
            let configuration = try? Configuration.load(path: nil, environment: Console.environment).configuration
        else { return sentence }
        sentence.town = Towns(table: configuration.geocoder.table).name(location.coordinate)
        let today = calendar.day(of: location.timestamp)
        let interval = TrackInterval(from: calendar.start(of: today), to: calendar.end(of: today))
        guard let directory = status.recorder.file.flatMap(directory(of:)),
            let day = try? summary(of: directory, interval, configuration)
        else { return sentence }
        sentence.distance = day.statistics.distance
        sentence.movingTime = day.statistics.movingTime
        sentence.trips = day.trips.count
        switch day.motion(at: location.timestamp) {
        case .moving(let since): (sentence.isMoving, sentence.since) = (true, since)
        case .parked(let since): (sentence.isMoving, sentence.since) = (false, since)
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
        var records = TrackRecords(files: try archive.files(in: interval).map(archive.path), in: interval)
        var privacy = PrivacyFilter(PrivacyZones(try RegionsFile.regions(at: configuration.regions.file)))
        var stepper = TrackStepper(in: interval)
        var day = DaySummary()
        while let record = try records.next() {
            let visible: [TrackRecord] =
                if case .event(let event) = record { privacy.filter(event).map(TrackRecord.event) } else { [record] }
            for record in visible { stepper.steps(of: record, in: records.piece) { day.add($0) } }
        }
        day.finish()
        return day
    }
}
