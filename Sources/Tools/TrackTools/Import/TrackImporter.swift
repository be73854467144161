internal import Glibc
internal import LocationModel
internal import SystemSupport
public import Tracks

/// Imports tracks beside the recorded ones: one new part for each UTC day, `YYYY-MM-DD.N.jsonl`. Existing files stay
/// unchanged, and an import is complete or leaves nothing.
public struct TrackImporter {
    private let archive: TrackArchive
    private let header: TrackHeader
    private let allowsOverlap: Bool

    /// Creates an importer for an existing directory. `header` is written at the start of each file.
    public init(directory: String, header: TrackHeader, allowsOverlap: Bool = false) {
        archive = TrackArchive(directory: directory)
        self.header = header
        self.allowsOverlap = allowsOverlap
    }

    /// Writes a track and returns the files that it created. Throws ``ImportError/Code/overlaps`` if the directory
    /// already has locations of the same time, for example from the same file; ``ImportError/Code/cannotWrite`` for all
    /// other failures, and while another import writes there.
    public func write(_ track: ImportedTrack) throws(ImportError) -> [TrackFileName] {
        // Every imported event has a time.
        let timed = track.events.filter { $0.timestamp != nil }
        let days = Dictionary(grouping: timed) { $0.timestamp?.day ?? Timestamp.earliest.day }
            .sorted { $0.key < $1.key }
        // Of two imports at once neither would see what the other one writes.
        let fileSystem = SystemFileSystem()
        let folder = try? fileSystem.openForReading(archive.directory)
        defer { if let folder { fileSystem.close(folder) } }
        if let folder, (try? fileSystem.lock(folder)) == false {
            throw ImportError(
                .cannotWrite, "another import writes to \(archive.directory). Import again when it has ended")
        }
        if !allowsOverlap { try refuseOverlap(days) }
        var written: [TrackFileName] = []
        do throws(TrackError) {
            for (day, events) in days { written.append(try write(events, of: day)) }
            return written
        } catch {
            for name in written { unlink(archive.path(of: name)) }
            // The error's own remedy is for a recorder, which goes on by itself.
            throw ImportError(.cannotWrite, "\(error.explanation) Import again when that is mended")
        }
    }

    private func refuseOverlap(_ days: [(key: CivilDate, value: [LocationEvent])]) throws(ImportError) {
        for (day, events) in days {
            let moment: Timestamp?
            do throws(TrackError) {
                moment = try overlap(of: events, on: day)
            } catch {
                throw ImportError(.cannotWrite, "\(error)")
            }
            guard let moment else { continue }
            throw ImportError(
                .overlaps,
                "\(archive.directory) already has a location at \(moment): the file was probably imported before. "
                    + "To import it anyway, use --allow-overlap")
        }
    }

    /// The time of a location in the directory that lies within an uninterrupted run of these events.
    private func overlap(of events: [LocationEvent], on day: CivilDate) throws(TrackError) -> Timestamp? {
        var covered = RangeSet<Timestamp>()
        var last: Timestamp?
        for event in events {
            guard case .location(let location) = event else {
                last = nil
                continue
            }
            let time = location.timestamp
            let end = Timestamp(milliseconds: time.milliseconds + 1) ?? time
            covered.insert(contentsOf: min(last ?? time, time)..<end)
            last = time
        }
        guard let first = covered.ranges.first, let final = covered.ranges.last else { return nil }
        let interval = TrackInterval(from: first.lowerBound, to: final.upperBound)
        var records = TrackRecords(files: try archive.files(in: interval).map(archive.path), in: interval)
        do throws(TrackError) {
            while let record = try records.next() {
                if case .event(.location(let location)) = record, covered.contains(location.timestamp) {
                    return location.timestamp
                }
            }
        } catch {
            // What nobody can read overlaps with nothing.
            guard error.code == .damaged || error.code == .notAFile else { throw error }
        }
        return nil
    }

    /// Writes the events of a day. If time goes back in the day without an event for it, because that event belongs to
    /// another day, adds a `timeReset`, as in the recorder's own files.
    private func write(_ events: [LocationEvent], of day: CivilDate) throws(TrackError) -> TrackFileName {
        let last = try archive.files().last { $0.day == day }
        var name = last?.successor ?? TrackFileName(day: day)
        let destination = try ExportDestination(path: archive.path(of: name), isTrack: true)
        var line = JSONLine()
        line.append(.header(header))
        var before: Timestamp?
        for event in events {
            if let reset = event.stepBack(from: before) { line.append(.timeReset(reset)) }
            before = event.timestamp ?? before
            line.append(event)
            if line.bytes.count >= 256 << 10 {
                try destination.write(line.bytes)
                line.removeAll()
            }
        }
        try destination.write(line.bytes)
        for _ in 0..<64 {
            do throws(TrackError) {
                try destination.commit(as: archive.path(of: name), replacing: false)
                return name
            } catch {
                // The recorder has created this part meanwhile.
                guard error.underlying?.number == EEXIST else { throw error }
                name = name.successor
            }
        }
        throw TrackError(.permissionDenied, path: archive.directory)
    }
}

extension LocationEvent {
    /// The reset to insert between this event and an earlier line of a later time; `nil` if time does not go back, or
    /// the event is a reset.
    fileprivate func stepBack(from last: Timestamp?) -> TimeReset? {
        if case .timeReset = self { return nil }
        guard let last, let timestamp, timestamp < last else { return nil }
        return TimeReset(timestamp: timestamp, previous: last)
    }
}
