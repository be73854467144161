import ArgumentParser
import CommandText
import LocationModel
import LocdClient
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
            try json ? Console.put(line(accuracy)) : Console.tell(text(accuracy))
        }
    }

    private func line(_ accuracy: StationaryAccuracy) -> JSONLine {
        var line = JSONLine()
        line.begin(type: "accuracy")
        line.member("locations", accuracy.count)
        line.member("latitude", accuracy.mean.latitude, decimals: 8)
        line.member("longitude", accuracy.mean.longitude, decimals: 8)
        line.member("altitude", accuracy.meanAltitude, decimals: 2)
        line.member("altitudeDeviation", accuracy.altitudeDeviation, decimals: 2)
        line.member("cep50", accuracy.cep50, decimals: 2)
        line.member("cep68", accuracy.cep68, decimals: 2)
        line.member("cep95", accuracy.cep95, decimals: 2)
        line.member("maximumDeviation", accuracy.maximumDeviation, decimals: 2)
        line.member("drift", accuracy.drift, decimals: 2)
        line.member("claimedAccuracy", accuracy.claimedAccuracy, decimals: 2)
        line.end()
        return line
    }

    private func text(_ accuracy: StationaryAccuracy) -> String {
        let units = selection.units

        var text = """
            locations        \(accuracy.count)
            mean             \(accuracy.mean.place())
            half within      \(units.length(accuracy.cep50))
            68 % within      \(units.length(accuracy.cep68))
            95 % within      \(units.length(accuracy.cep95))
            farthest         \(units.length(accuracy.maximumDeviation))
            drift            \(units.length(accuracy.drift)), first to last quarter

            """
        if let claimed = accuracy.claimedAccuracy { text += "claimed (68 %)   \(units.length(claimed))\n" }
        if let altitude = accuracy.meanAltitude, let deviation = accuracy.altitudeDeviation {
            text += "altitude         \(units.length(altitude)) ± \(units.length(deviation))\n"
        }
        return text
    }
}
