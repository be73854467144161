import ArgumentParser
import CommandText
import Glibc
import LocationModel
import LocationServices
import Simulator

/// `locd simulate route`: plays a route as a receiver on a pseudo-terminal.
struct SimulateRouteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "route",
        abstract: "Play a GPX or NMEA route as a receiver on a pseudo-terminal.",
        discussion: """
            A simulated receiver follows a GPX file or a built-in route (loop, parked), and writes RMC, VTG, GGA, \
            GSA, GSV and GST as a real one does. The sentences of an NMEA file are played unchanged.

            Give gpsd the path that is printed, or the link: locd simulate loop --link /tmp/gps & gpsd /tmp/gps

            Exit codes: 0 played or interrupted, 64 usage, 65 malformed file, 66 file not found, 73 output not \
            writable.
            """
    )

    @Argument(help: "A GPX or NMEA file, or a built-in route: loop (2.9 km, then parked), parked.")
    var route: String

    @Option(help: "Make this symbolic link to the pseudo-terminal, and remove it at the end.")
    var link: String?

    @Option(help: "Epochs per second of the receiver's time, 0.1 to 100 (default: 1; for NMEA: its own pace).")
    var rate: Double?

    @Option(help: "Seconds of the receiver's time in one second, 0.01 to 1000.")
    var speed = 1.0

    @Flag(name: .customLong("max"), help: "Play as fast as it is read.")
    var asRead = false

    @Option(
        help:
            "Standard deviation of the position per horizontal axis in metres, 0 to 1000 (default: 1.5; not for NMEA).")
    var noise: Double?

    @Option(help: "Seed of the noise: the same number gives the same bytes.")
    var seed: UInt64 = 0

    @Option(help: "The receiver's time at the first epoch, such as 2026-11-21T06:00:00Z (default: now; not for NMEA).")
    var start: String?

    @Option(help: "Seconds before the first fix, 0 to 86400 (default: 3; not for NMEA).")
    var timeToFirstFix: Double?

    @Option(help: "Metres per second, 0.1 to 1000, where the GPX file has no times.")
    var groundSpeed = 10.0

    @Option(help: "Seconds after which a jammer comes near, 1 dB a second (default: none; not for NMEA).")
    var jamAfter: Double?

    @Option(help: "Seconds for which it stays (default: to the end).")
    var jamFor: Double?

    @Flag(help: "Begin again at the end.")
    var loop = false

    @Option(help: "Play this number of epochs, repeating the route as needed.")
    var epochs: Int?

    @Option(help: "Speed of the serial line in baud, 300 to 4000000 (default: any number of bytes at once).")
    var baud: Int?

    @Flag(help: "Begin when a program has opened the device.")
    var wait = false

    @Option(help: "Seconds before the first epoch, 0 to 86400: gpsd loses data while it probes.")
    var delay = 0.0

    @Option(help: "Seconds to stay after the last epoch, 0 to 86400, so that the reader can process it.")
    var hold = 1.0

    @Option(help: "Write to this file (-: standard output) instead of a pseudo-terminal, at once.")
    var output: String?

    mutating func validate() throws {
        guard (0.01...1000).contains(speed) else { throw ValidationError("--speed must be 0.01 to 1000") }
        guard (0...86_400).contains(delay) else { throw ValidationError("--delay must be 0 to 86400 seconds") }
        guard (0...86_400).contains(hold) else { throw ValidationError("--hold must be 0 to 86400 seconds") }
        guard epochs ?? 1 > 0 else { throw ValidationError("--epochs must be at least 1") }
        guard (300...4_000_000).contains(baud ?? 9600) else { throw ValidationError("--baud must be 300 to 4000000") }
        guard (0...1e6).contains(jamAfter ?? 0), (0...1e6).contains(jamFor ?? 0), jamFor == nil || jamAfter != nil
        else {
            throw ValidationError("--jam-after and --jam-for must be 0 to 1000000 seconds, the latter with the former")
        }
        guard start == nil || startTime != nil else {
            throw ValidationError("--start must be a time such as 2026-11-21T06:00:00Z")
        }
        if asRead, baud != nil || speed != 1 {
            throw ValidationError("--max excludes --baud and --speed")
        }
        guard let output else { return }
        if link != nil || wait || asRead || baud != nil || speed != 1 {
            throw ValidationError("--output excludes --link, --wait, --max, --baud and --speed")
        }
        if loop, epochs == nil, output != "-" {
            throw ValidationError("--loop never ends and would fill the disk: add --epochs")
        }
    }

    func run() throws {
        do throws(SimulationError) {
            try play()
        } catch {
            say("\(error)")
            throw ExitCode(error.exitStatus)
        }
    }

    private var startTime: Timestamp? { start.flatMap { Timestamp($0) } }

    private func play() throws(SimulationError) {
        let file = try RouteFile.load(route, groundSpeed: groundSpeed)
        // What is wrong with the request is said before anything is made.
        _ = try source(of: file, at: startTime ?? .earliest)
        let stop = try StopSignal().descriptor
        if let output {
            let source = try source(of: file, at: startTime ?? Console.now)
            let count = try EpochFile.write(source, to: output, stop: stop)
            if output != "-" { say("\(count) epochs of \(route) are in \(output)") }
        } else {
            try playOnTerminal(file, stop: stop)
        }
    }

    private func playOnTerminal(_ file: RouteFile, stop: Int32) throws(SimulationError) {
        let terminal = try PseudoTerminal()
        let path = terminal.path
        let link: DeviceLink? = if let link { try DeviceLink(at: link, to: path) } else { nil }
        say(
            "\(route) plays on \(path)" + (self.link.map { ", linked from \($0)" } ?? "")
                + (wait ? ", when opened" : ""))
        var player = SerialPlayer(terminal: terminal, clock: .system(), stop: stop)
        if wait, !player.waitForReader() { return }
        if delay > 0, player.rest(for: .seconds(delay)) { return }
        // A real receiver's epochs are whole seconds of UTC, and so are these where they are now.
        let now = Console.now
        let isLive = startTime == nil && !asRead && speed == 1
        let lead = Double(isLive ? (1000 - now.millisecondsOfDay % 1000) % 1000 : 0) / 1000
        var transmitter = SerialTransmitter(
            try source(of: file, at: startTime ?? now.advanced(bySeconds: lead)),
            pace: asRead ? .asRead : .timed(speed: speed), bytesPerSecond: baud.map { Double($0) / 10 },
            delay: .seconds(lead))
        try player.play(&transmitter, hold: .seconds(hold))
        let counters = transmitter.counters
        say(
            "\(counters.written) epochs written, \(counters.unheard) while the device was not open, "
                + "\(counters.dropped) lost to a slow line or reader")
        _ = consume link
    }

    private func source(of file: RouteFile, at time: Timestamp) throws(SimulationError) -> any EpochSource {
        let source: any EpochSource =
            switch file {
            case .route(let route): try SimulatedReceiver(route: route, settings: settings(at: time))
            case .recording(let bytes): try recording(bytes)
            }
        return if let epochs { EpochLimit(source, count: epochs) } else { source }
    }

    private func settings(at time: Timestamp) -> SimulatedReceiver.Settings {
        var settings = SimulatedReceiver.Settings(start: time)
        settings.rate = rate ?? settings.rate
        settings.noise = noise ?? settings.noise
        settings.timeToFirstFix = timeToFirstFix ?? settings.timeToFirstFix
        settings.seed = seed
        settings.repeats = loop || epochs != nil
        settings.jamming = jamAfter.map { $0..<$0 + (jamFor ?? 1e6) }
        return settings
    }

    private func recording(_ bytes: [UInt8]) throws(SimulationError) -> NMEARecording {
        for (option, isGiven) in [
            ("--noise", noise != nil), ("--start", start != nil), ("--time-to-first-fix", timeToFirstFix != nil),
            ("--jam-after", jamAfter != nil),
        ] where isGiven {
            throw SimulationError(
                .usage,
                "\(option) applies to GPX and built-in routes: the sentences of a recording are played unchanged")
        }
        return try NMEARecording(bytes, name: route, rate: rate, repeats: loop || epochs != nil)
    }

    private func say(_ sentence: String) {
        Console.say("locd simulate: \(sentence)")
    }
}

extension SimulationError {
    fileprivate var exitStatus: ExitStatus {
        switch code {
        case .usage: .usage
        case .malformedInput: .malformedInput
        case .noInput: .noInput
        case .cannotWrite: .cannotWrite
        }
    }
}
