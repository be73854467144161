import ArgumentParser
import CommandText
import LocationModel
import Phrasing
import TrackTools
import Tracks

/// `locd track accuracy`: how well a receiver knew its place while it did not move.
struct TrackAccuracyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accuracy",
        abstract: "Measure the accuracy of a receiver that did not move: mean, CEP, farthest, drift.",
        discussion: "Use a recording without filters: recorder.holdsPositionWhenStationary and distanceFilter off.")

    /// More than a month at 1 Hz; it bounds the memory.
    private static let maximumCount = 3_000_000

    @OptionGroup var selection: TrackSelectionOptions

    @Flag(help: "Print a line of JSON.")
    var json = false

    func run() throws {
        var selection = selection
        selection.beToday()
        var locations: [Location] = []
        var isTooMany = false
        try TrackWalk(selection).steps { (step) throws(TrackError) in
            guard case .location(let location) = step else { return }
            if locations.count < Self.maximumCount { locations.append(location) } else { isTooMany = true }
        } finally: {
            guard !isTooMany else {
                throw ValidationError("more than \(Self.maximumCount) locations: give a shorter range")
            }
            guard let accuracy = StationaryAccuracy(locations) else { throw ExitCode(.noInput) }
            let text = AccuracyText(accuracy, units: selection.units)
            try json ? Console.put(text.line) : Console.putText(text.lines)
        }
    }
}
