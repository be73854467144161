import ArgumentParser
import LocationModel
import LocdClient
import TrackTools
import Tracks

/// `locd track list`: the files of the track, or the trips in it.
struct TrackListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the track's files, or its trips.",
        discussion: """
            A trip ends with a pause, a stay of 5 minutes within 100 m, 5 minutes without a location, or a gap as long. \
            What never gets 100 m away from its start is no trip.
            """)

    @OptionGroup var selection: TrackSelectionOptions

    @Flag(help: "List trips instead of files.")
    var trips = false

    @Flag(help: "Print JSON lines.")
    var json = false

    func run() throws {
        if trips { try listTrips() } else { try listFiles() }
    }

    private func listFiles() throws {
        guard selection.files.isEmpty, selection.area == nil, selection.trip == nil else {
            throw ValidationError("files, --area and --trip are for --trips")
        }
        let interval = try selection.interval()
        let path = try selection.directory.path()
        let archive = TrackArchive(directory: path)
        let names = try Console.attempt { () throws(TrackError) in try archive.files(in: interval) }
        for name in names {
            // A file may be removed while they are listed.
            guard let size = try? archive.size(of: name) else { continue }
            if json {
                var line = JSONLine()
                line.begin(type: "file")
                line.member("path", archive.path(of: name))
                line.member("day", "\(name.day)")
                line.member("part", name.part)
                line.member("bytes", Int(size))
                line.member("compressed", name.compression != nil)
                line.end()
                try Console.put(line)
            } else {
                try Console.put("\(name.day)\t\(size)\t\(archive.path(of: name))\n")
            }
        }
        guard !names.isEmpty else {
            Console.say("locd: no track in \(path)" + (interval == .all ? "" : " at that time"))
            throw ExitCode(.noInput)
        }
    }

    private func listTrips() throws {
        var number = 0
        var failure: (any Error)?
        try TrackWalk(selection).trips { trip in
            number += 1
            do { try put(trip, number) } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
        if number == 0 { Console.say("locd: nothing moved there at that time") }
    }

    private func put(_ trip: TrackTrip, _ number: Int) throws {
        let statistics = trip.statistics
        guard json else {
            let seconds = trip.to.seconds(since: trip.from)
            return try Console.put(
                "\(number)\t\(trip.from)\t\(trip.to)\t\(Wording.duration(seconds))\t\(Wording.metres(statistics.distance))\n"
            )
        }
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
        try Console.put(line)
    }
}

extension Console {
    /// Lines of JSON on stdout.
    static func put(_ line: JSONLine) throws {
        try put(String(decoding: line.bytes, as: UTF8.self))
    }
}
