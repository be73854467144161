import ArgumentParser
import CommandText
import LocationModel
import LocationServices
import Phrasing
import TrackTools
import Tracks

/// `locd track list`: the files of the track, or the trips in it.
struct TrackListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the track's files, or its trips.",
        discussion: """
            List each file with its local days (files are divided at midnight UTC, which --brief and --json show), a summary, its start and end, and its size. A \
            trip ends with a pause, a stay of 5 minutes within 100 m, 5 minutes without a location, or a gap of that \
            length. Movement within 100 m of its start does not count as a trip. Towns are those of the place table (geocoder.table).
            """)

    @OptionGroup var selection: TrackSelectionOptions

    @Flag(help: "List trips instead of files.")
    var trips = false

    @Flag(help: "Do not read the files: print their names and sizes only.")
    var brief = false

    @Flag(help: "Print JSON lines.")
    var json = false

    func run() throws {
        if trips { try listTrips() } else { try listFiles() }
    }

    private func listFiles() throws {
        guard selection.files.isEmpty, selection.area == nil, selection.trip == nil else {
            throw ValidationError("files, --area and --trip require --trips")
        }
        let interval = try selection.interval()
        let path = try selection.directory.path()
        let archive = TrackArchive(directory: path)
        let names = try Console.attempt { () throws(TrackError) in try archive.files(in: interval) }
        var rows = [
            brief
                ? ["DAY (UTC)", "SIZE", "FILE"]
                : ["DAY", "DISTANCE", "MOVING", "LOCATIONS", "SIZE", "FILE", "PLACES"]
        ]
        let (units, towns) = (selection.units, selection.towns)
        let zones = try selection.privacyZones()
        var failure: ExitStatus?
        for name in names {
            // A file may be removed while they are listed.
            guard let size = try? archive.size(of: name) else { continue }
            let summary = brief ? nil : FileSummary(archive.path(of: name), hiding: zones)
            guard summary?.error?.code != .missing else { continue }
            if let status = summary?.report(skippingMalformed: selection.skipMalformed) { failure = failure ?? status }
            if json {
                var line = JSONLine()
                line.begin(type: "file")
                line.member("path", archive.path(of: name))
                line.member("day", "\(name.day)")
                line.member("part", name.part)
                line.member("bytes", Int(size))
                line.member("compressed", name.compression != nil)
                summary?.addMembers(to: &line)
                line.end()
                try Console.put(line)
            } else if let summary {
                let statistics = summary.statistics
                let figures = [
                    units.roundDistance(statistics.distance), Words.duration(statistics.movingTime),
                    Words.grouped(statistics.locations),
                ]
                rows.append(
                    [summary.days(selection.display.calendar) ?? "-"] + (summary.isUnknown ? ["-", "-", "-"] : figures)
                        + [Words.size(size), "\(name)", summary.way(towns)])
            } else {
                rows.append(["\(name.day)", Words.size(size), "\(name)"])
            }
        }
        if !json, rows.count > 1 {
            try Console.putText(Columns.text(rows, alignedRight: brief ? [1] : [1, 2, 3, 4]))
            Console.say("\(Words.counted(rows.count - 1, "file")) in \(path)")
        }
        guard !names.isEmpty else {
            throw Console.failure("no track in \(path)" + (interval == .all ? "" : " at that time"), .noInput)
        }
        if let failure { throw ExitCode(failure) }
    }

    private func listTrips() throws {
        var trips: [TrackTrip] = []
        // A malformed line ends the verb with 65 after the trips are printed.
        let walk = Result { try TrackWalk(selection).trips { trips.append($0) } }
        if json {
            for (index, trip) in trips.enumerated() { try Console.put(Self.line(trip, index + 1)) }
        } else if !trips.isEmpty {
            try Console.putText(TripTable.text(trips, selection.display.calendar, selection.units, selection.towns))
        }
        try walk.get()
        if trips.isEmpty { Console.say("locd: no trip in this time") }
    }

    static func line(_ trip: TrackTrip, _ number: Int) -> JSONLine {
        let statistics = trip.statistics
        var line = JSONLine()
        line.begin(type: "trip")
        line.member("trip", number)
        line.member("from", trip.from)
        line.member("to", trip.to)
        line.member("startLatitude", trip.start.latitude, decimals: 7)
        line.member("startLongitude", trip.start.longitude, decimals: 7)
        line.member("endLatitude", trip.end.latitude, decimals: 7)
        line.member("endLongitude", trip.end.longitude, decimals: 7)
        line.member("distance", statistics.distance, decimals: 1)
        line.member("movingTime", statistics.movingTime, decimals: 1)
        line.member("averageSpeed", statistics.averageSpeed, decimals: 2)
        line.member("maximumSpeed", statistics.maximumSpeed, decimals: 2)
        line.end()
        return line
    }
}

extension Console {
    /// Lines of JSON on stdout.
    static func put(_ line: JSONLine) throws {
        try put(String(decoding: line.bytes, as: UTF8.self))
    }
}

/// What a track file amounts to, and where it begins and ends.
struct FileSummary {
    private(set) var statistics = TrackStatistics()
    private var start: Coordinate?
    private var end: Coordinate?
    private var faults: (first: [TrackFault], count: Int) = ([], 0)
    /// The error that ended the reading.
    private(set) var error: TrackError?

    /// Reads a file; what is private counts as if it were not there. Of one that is damaged, what comes before the
    /// damage counts.
    init(_ path: String, hiding zones: PrivacyZones) {
        var privacy = PrivacyFilter(zones)
        var stepper = TrackStepper()
        var records = TrackRecords(files: [path])
        do throws(TrackError) {
            while let record = try records.next() {
                for shown in privacy.filter(record) {
                    stepper.steps(of: shown, in: records.piece) { step in
                        if case .location(let location) = step {
                            start = start ?? location.coordinate
                            end = location.coordinate
                        }
                        statistics.add(step)
                    }
                }
            }
        } catch let failure {
            error = failure
        }
        statistics.finish()
        faults = (records.faults, records.faultCount)
    }

    /// Whether nothing is known of its contents.
    var isUnknown: Bool { error != nil && statistics.locations == 0 }

    /// Says what is wrong with the file; returns the exit code for it, `nil` if it is good.
    func report(skippingMalformed: Bool) -> ExitStatus? {
        TrackWalk.say(faults.first, count: faults.count)
        if let error {
            Console.say(error)
            return ExitStatus(error)
        }
        return faults.count > 0 && !skippingMalformed ? .malformedInput : nil
    }

    /// The local days on which it was recorded; `nil` if it holds no location.
    func days(_ calendar: LocalCalendar) -> String? {
        guard let first = statistics.first, let last = statistics.last else { return nil }
        let (from, to) = (calendar.day(of: min(first, last)), calendar.day(of: max(first, last)))
        return from == to ? "\(from)" : "\(from) to \(to)"
    }

    func way(_ towns: Towns) -> String {
        guard let start, let end else { return "" }
        return towns.way(from: start, to: end)
    }

    /// The figures for a line of JSON.
    func addMembers(to line: inout JSONLine) {
        guard !isUnknown else { return }
        line.member("locations", statistics.locations)
        if let first = statistics.first { line.member("from", first) }
        if let last = statistics.last { line.member("to", last) }
        line.member("distance", statistics.distance, decimals: 1)
        line.member("movingTime", statistics.movingTime, decimals: 1)
    }
}
