import ArgumentParser
import CommandText
import LocationModel
import LocationServices
import Phrasing
import TrackTools
import Tracks

/// Goes through the part of the track that was asked for, says how far it is, and what was wrong with it.
struct TrackWalk {
    private let selection: TrackSelectionOptions
    private let zones: PrivacyZones
    /// The stretch of time that was asked for.
    private(set) var interval: TrackInterval

    /// Reads the options, and where a trip is asked for, finds it.
    init(_ selection: TrackSelectionOptions) throws {
        self.selection = selection
        zones = try selection.privacyZones()
        interval = try selection.interval()
        if let number = selection.trip { interval = try Self.interval(ofTrip: number, selection, interval) }
    }

    /// Every record that may be told, in order, with the piece of the track to which it belongs, and after the last
    /// one what is made of all of them. Malformed lines and unreadable files are reported after the good records, and
    /// end the program with 65 or the code of the error.
    func pieces(
        in part: TrackInterval? = nil,
        _ body: (TrackRecord, TrackPiece) throws(TrackError) -> Void, finally finish: (_ isHiding: Bool) throws -> Void
    ) throws {
        var progress = Progress()
        let interval = part ?? interval
        // A wider stretch begins with a location.
        let isWhole = interval == self.interval
        var privacy = PrivacyFilter(
            zones, since: interval.from, at: isWhole && !zones.isEmpty ? place(before: interval) : nil)
        let paths = try selection.paths(in: interval)
        var end: TrackReadAhead.End?
        let faults = try Console.attempt { () throws(TrackError) in
            let reading = try TrackReadAhead(files: paths, in: interval, countsBytes: progress.isShown)
            defer { progress.end() }
            while let batch = reading.next() {
                for record in batch.records {
                    for shown in privacy.filter(record) { try body(shown, batch.piece) }
                }
                if progress.isDue { progress.show(batch.progress.read, of: batch.progress.expected) }
                guard let last = batch.end else { continue }
                end = last
                Self.say(last.faults, count: last.faultCount)
                return last.faultCount
            }
            return 0
        }
        if privacy.hiddenCount > 0 {
            Console.say(
                "\(Words.counted(privacy.hiddenCount, "record")) in private regions omitted (--no-privacy includes them)"
            )
        }
        try finish(privacy.isHiding)
        if let end, let first = end.errors.first {
            for error in end.errors { Console.say(error) }
            let more = end.errorCount - end.errors.count
            if more > 0 { Console.say("… and \(Words.counted(more, "more file")) that cannot be read to the end") }
            throw ExitCode(ExitStatus(first))
        }
        if faults > 0, !selection.skipMalformed { throw ExitCode(.malformedInput) }
    }

    /// Every step, in order, and after the last one what is made of all of them; ends with 66 where there is no
    /// location among them.
    ///
    /// With context, there are also the steps around the stretch of time that show what happened at its ends.
    /// - Parameter record: Is given every record too, before its steps.
    func steps(
        withContext: Bool = false, record found: (TrackRecord) -> Void = { _ in },
        _ body: (TrackStep) throws(TrackError) -> Void, finally finish: () throws -> Void = {}
    ) throws {
        let wide = withContext ? context : interval
        var stepper = selection.stepper(in: wide)
        var hasLocation = false
        var last = TrackPiece()
        // Kept from record to record: a year has 31 million.
        var pending: [TrackStep] = []
        try pieces(in: wide) { (record, piece) throws(TrackError) in
            last = piece
            found(record)
            pending.removeAll(keepingCapacity: true)
            stepper.steps(of: record, in: piece) { pending.append($0) }
            for step in pending {
                if case .location(let location) = step, interval.contains(location.timestamp) { hasLocation = true }
                try body(step)
            }
        } finally: { isHiding in
            guard hasLocation else { return }
            // In a private region the beginning of the gap that goes on beyond the stretch of time is a stop there.
            if wide.to == interval.to, !isHiding, let gap = try gapAcrossEnd() {
                var pending: [TrackStep] = []
                stepper.steps(of: .event(.gap(gap)), in: last) { pending.append($0) }
                try Console.attempt { () throws(TrackError) in for step in pending { try body(step) } }
            }
            try finish()
        }
        guard hasLocation else {
            throw Console.failure("no locations were recorded in that period", .noInput)
        }
    }

    /// The stretch of time that is read to know what happened at the ends of the one that was asked for.
    private var context: TrackInterval {
        guard selection.files.isEmpty, let path = try? selection.directory.path() else { return interval }
        let archive = TrackArchive(directory: path)
        // What is wrong with a file around the stretch is no matter here.
        let wide = try? interval.withContext { (part) throws(TrackError) in
            try archive.files(in: part).map(archive.path)
        }
        return wide ?? interval
    }

    /// Where the machine was at the beginning of a stretch of time; `nil` if the track does not tell.
    private func place(before interval: TrackInterval) -> Coordinate? {
        guard selection.files.isEmpty, let path = try? selection.directory.path() else { return nil }
        return TrackArchive(directory: path).lastLocation(before: interval)?.coordinate
    }

    /// The gap that goes on beyond the stretch of time.
    private func gapAcrossEnd() throws -> Gap? {
        guard let end = interval.to, let paths = try? selection.paths(in: TrackInterval(from: end), quietly: true)
        else {
            return nil
        }
        // What is wrong with a file beyond the stretch is no matter here.
        return try? TrackRecords.gap(across: end, files: paths)
    }

    /// The trips, in order.
    func trips(_ body: (TrackTrip) -> Void) throws {
        var finder = TripFinder(in: interval)
        try steps(withContext: true) { (step) throws(TrackError) in
            if let trip = finder.add(step) { body(trip) }
        } finally: {
            if let trip = finder.finish() { body(trip) }
        }
    }

    private static func interval(
        ofTrip number: Int, _ selection: TrackSelectionOptions, _ interval: TrackInterval
    ) throws -> TrackInterval {
        var options = selection
        options.trip = nil
        // What is malformed in the trip itself is said when that is read.
        options.skipMalformed = true
        var count = 0
        var wanted: TrackInterval?
        try TrackWalk(options).trips { trip in
            count += 1
            guard count == number else { return }
            wanted = TrackInterval(from: trip.from, to: Timestamp(milliseconds: trip.to.milliseconds + 1))
        }
        guard let wanted else {
            throw Console.failure("no trip \(number): the range has \(Words.counted(count, "trip"))", .noInput)
        }
        return wanted
    }

    static func say(_ faults: [TrackFault], count: Int) {
        for fault in faults { Console.say("\(fault)") }
        if count > faults.count { Console.say("… and \(count - faults.count) more invalid lines") }
    }
}
