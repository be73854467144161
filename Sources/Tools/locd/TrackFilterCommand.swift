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

    @Option(help: ArgumentHelp("Highest speed between two records, in metres per second.", valueName: "m/s"))
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
        var filter = TrackFilter(limits)
        var refused: [RejectionReason: Int] = [:]
        var line = JSONLine()
        var number = 0
        try TrackWalk(selection).pieces { (record, piece) throws(TrackError) in
            // What another run or another file says of the place before is nothing to go by.
            if piece.number != number { filter.timeReset() }
            number = piece.number
            switch record {
            case .event(.location(let location)):
                if let reason = filter.refusal(of: location) { return refused[reason, default: 0] += 1 }
            case .event(.timeReset): filter.timeReset()
            default: break
            }
            line.append(record)
            guard line.bytes.count >= 64 << 10 else { return }
            try Self.stdout.write(line.bytes)
            line.removeAll()
        } finally: {
            try Console.attempt { () throws(TrackError) in try Self.stdout.write(line.bytes) }
            for (reason, count) in refused.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                Console.say("\(count) \(reason.rawValue)")
            }
        }
    }
}
