import ArgumentParser
import FoundationEssentials
import LocationModel
import LocdClient
import LocdConfiguration
import LocdProtocol
import Phrasing

struct AccuracyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accuracy", abstract: "Ask the receiver for another accuracy for a while.",
        discussion: """
            Presets and sleep have no effect meanwhile. The time counts from the next fix, and fixes measure it. Run it \
            as root.

            locd accuracy best --for 10m; locd accuracy usual ends it.
            """)

    /// What ends it.
    private static let usual = "usual"
    private static let longest = 86_400.0

    @Argument(
        help: ArgumentHelp(
            "bestForNavigation, best (high), nearestTenMeters, hundredMeters (balanced), kilometer (low), or metres.",
            valueName: "accuracy"))
    var accuracy: String

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("How long, at most a day: \(TimeSpan.forms) (default: 10m).", valueName: "duration"))
    var duration = "10m"

    @OptionGroup var daemon: SocketOption

    /// Names of the presets of phones.
    private static let names = ["high": "best", "balanced": "hundredMeters", "low": "kilometer"]

    private var parameters: OverrideRecorderParameters {
        get throws {
            if accuracy == Self.usual { return OverrideRecorderParameters(desiredAccuracy: "best", seconds: 0) }
            let name = Self.names[accuracy] ?? accuracy
            guard DesiredAccuracy(name) != nil, name != "reduced" else {
                throw ValidationError(
                    "cannot read \"\(accuracy.visible)\" as an accuracy. Examples: best, nearestTenMeters, 25, usual")
            }
            guard let span = TimeSpan(duration), span.seconds >= 1, span.seconds <= Self.longest else {
                throw ValidationError(
                    "cannot read \"\(duration.visible)\" as a duration of 1 s to a day (--for). Examples: \(TimeSpan.forms)"
                )
            }
            return OverrideRecorderParameters(desiredAccuracy: name, seconds: span.seconds)
        }
    }

    mutating func validate() throws { _ = try parameters }

    func run() async throws {
        let parameters = try parameters
        try await daemon.ask { (client) async throws(LocdClientError) in try await client.overrideRecorder(parameters) }
        Console.say(
            accuracy == Self.usual
                ? "The usual accuracy is in force" : "The accuracy is \(accuracy) for \(duration), from the next fix")
    }
}

struct SleepCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sleep", abstract: "Record only a location each 500 m and five minutes, until locd wake.",
        discussion: "Visits, regions and other clients continue. Run it as root.")

    @OptionGroup var daemon: SocketOption

    func run() async throws {
        try await daemon.ask { (client) async throws(LocdClientError) in
            try await client.overrideRecorder(OverrideRecorderParameters(isAsleep: true))
        }
        Console.say("The recorder sleeps: locd wake ends it")
    }
}

struct WakeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wake", abstract: "End locd sleep: record as configured.", discussion: "Run it as root.")

    @OptionGroup var daemon: SocketOption

    func run() async throws {
        try await daemon.ask { (client) async throws(LocdClientError) in
            try await client.overrideRecorder(OverrideRecorderParameters(isAsleep: false))
        }
        Console.say("The recorder is awake")
    }
}
