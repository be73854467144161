import ArgumentParser
import LocationModel
import TrackTools
import Tracks

/// `locd track filter`: what passes the recorder's filters, in hindsight.
struct TrackFilterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "filter",
        abstract: "Print the records that pass filters of accuracy, age, speed, time and distance.",
        discussion: "The output is JSON lines; standard error has the number of withheld records by reason.")

    @OptionGroup var selection: TrackSelectionOptions

    @Option(help: ArgumentHelp("Largest horizontal accuracy, in metres.", valueName: "metres"))
    var maximumHorizontalAccuracy: Double?

    @Option(help: ArgumentHelp("Largest lag behind the newest time, in seconds.", valueName: "seconds"))
    var maximumAge: Double?

    @Option(
        help: ArgumentHelp(
            "Leave out leaps of the position, and steps of unknown speed above this one.", valueName: "m/s"))
    var maximumSpeed: Double?

    @Option(help: ArgumentHelp("Shortest time between two records, in seconds.", valueName: "seconds"))
    var minimumInterval: Double?

    @Option(help: ArgumentHelp("Shortest distance between two records, in metres.", valueName: "metres"))
    var distanceFilter: Double?

    mutating func validate() throws {
        let figures = [maximumHorizontalAccuracy, maximumAge, maximumSpeed, minimumInterval, distanceFilter]
        guard figures.compactMap(\.self).allSatisfy({ $0 > 0 && $0.isFinite }) else {
            throw ValidationError("limits must be above 0")
        }
    }

    func run() throws {
        var selection = selection
        selection.beToday()
        var limits = TrackFilter.Limits()
        limits.maximumHorizontalAccuracy = maximumHorizontalAccuracy
        limits.maximumAge = maximumAge
        limits.maximumSpeed = maximumSpeed
        limits.minimumInterval = minimumInterval
        limits.distanceFilter = distanceFilter
        var area = TrackAreaFilter(selection.area.flatMap { TrackArea($0) })
        var filter = TrackFilter(limits)
        var line = JSONLine()
        var number = 0
        let write = { (record: TrackRecord) throws(TrackError) in
            line.append(record)
            guard line.bytes.count >= 64 << 10 else { return }
            try Self.stdout.write(line.bytes)
            line.removeAll()
        }
        try TrackWalk(selection).pieces { (record, piece) throws(TrackError) in
            guard area.contains(record) else { return }
            // What another run or another file says of the place before is nothing to go by.
            if piece.number != number { try filter.restart(write) }
            if let header = piece.header(before: record, behind: number) { try write(.header(header)) }
            number = piece.number
            try filter.add(record, write)
        } finally: { _ in
            try Console.attempt { () throws(TrackError) in
                try filter.restart(write)
                try Self.stdout.write(line.bytes)
            }
            for (reason, count) in filter.refused.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                Console.say("\(count) \(reason.rawValue)")
            }
        }
    }
}
