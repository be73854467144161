import ArgumentParser
import CommandText
import LocationModel
import LocdClient
import LocdProtocol
import TrackTools

/// `locd measure`: how well the receiver knows its place now.
struct MeasureCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "measure",
        abstract: "Measure the accuracy now: mean, CEP and farthest of some locations.",
        discussion: """
            The machine must not move. locd track accuracy does the same with a recording.

            Exit codes: 0 measured, 75 no location in time, 69 daemon not reachable, 77 not permitted.
            """)

    @Argument(help: ArgumentHelp("How many locations, 2 to 100000.", valueName: "number"))
    var count = 60

    @Option(help: ArgumentHelp("Longest wait for a location.", valueName: "seconds"))
    var timeout = 60.0

    @Flag(help: "Print a line of JSON.")
    var json = false

    @OptionGroup var display: DisplayOptions
    @OptionGroup var daemon: SocketOption

    mutating func validate() throws {
        guard (2...100_000).contains(count) else { throw ValidationError("measure 2 to 100000 locations") }
        guard (1...86_400).contains(timeout) else { throw ValidationError("--timeout must be 1 second to a day") }
    }

    func run() async throws {
        // Each location as the receiver reports it.
        var settings = SessionSettings()
        settings.pausesLocationUpdatesAutomatically = false
        settings.holdsPositionWhenStationary = false
        let locations = try await daemon.ask { [count, timeout] (client) async throws(LocdClientError) in
            // The daemon answers a request as soon as it has a location, or not in time.
            _ = try await client.location(timeout: .seconds(timeout))
            var locations: [Location] = []
            for try await location in client.updates(settings: settings) {
                locations.append(location)
                if locations.count == count { break }
            }
            return locations
        }
        guard let accuracy = StationaryAccuracy(locations) else { throw ExitCode(.noFix) }
        let text = AccuracyText(accuracy, units: display.unitSystem())
        try json ? Console.put(text.line) : Console.putText(text.lines)
    }
}
