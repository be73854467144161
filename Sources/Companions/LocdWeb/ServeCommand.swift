import ArgumentParser
import CommandSupport
import FoundationEssentials
import Glibc
import LocationModel
import LocationServices
import LocdConfiguration
import Logging
import Phrasing
import Synchronization
import SystemSupport
import UnixSignals
import Web

/// `locd web`: what the unit runs.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve the page until stopped.",
        discussion: """
            Ends with SIGTERM or SIGINT. Exits 0 when it was stopped, 69 if the address is in use or invalid, 78 if the configuration is \
            wrong.
            """)

    @Option(help: ArgumentHelp("Listen here (default: 127.0.0.1:8947, or web.yaml).", valueName: "address:port"))
    var listen: String?

    @Option(help: ArgumentHelp("The daemon's socket.", valueName: "path"))
    var socket: String?

    @Option(help: ArgumentHelp("The directory of the track files.", valueName: "directory"))
    var tracks: String?

    @OptionGroup var file: ConfigurationOption<WebConfiguration>

    func run() async throws {
        ProcessMemory.settle()
        var configuration = try file.read()
        if let listen {
            guard let address = WebAddress(listen) else {
                Output.say("cannot read \"\(listen)\" as an address. Examples: 127.0.0.1:8947, [::1]:8947")
                throw ExitCode(64)
            }
            configuration.listen = address
        }
        if let socket { configuration.socket = socket }
        if let tracks { configuration.tracks = tracks }
        guard let address = configuration.listen, address.isLoopback || configuration.tokens != nil else {
            Output.say(
                "the network would read positions without a token; "
                    + "write tokens: into \(file.config) and run locd web token, or listen on 127.0.0.1")
            throw ExitCode(78)
        }
        var logger = Logger(label: "locd-web") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = .error
        let app = WebApp(
            configuration, calendar: SystemTime.calendar, clock: .system(), giveBack: ProcessMemory.giveBack
        ) { SystemTime.now }
        for text in app.missing { Output.say("the page has \(text)") }
        let place = Activation.descriptor.map { WebServer.Place.inherited($0) } ?? .address(address)
        let server = WebServer(app, at: place, logger: logger)
        let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await server.run { Output.say("listening on http://\($0)") } }
                group.addTask { for await _ in signals { return } }
                group.addTask { await app.run() }
                try await group.next()
                group.cancelAll()
            }
        } catch {
            Output.say("cannot listen on \(address): \(WebServer.reason(error)); choose another address with --listen")
            throw ExitCode(69)
        }
    }
}

/// The listening socket that systemd passed.
enum Activation {
    /// The first one; `nil` if none is meant for this process.
    static var descriptor: CInt? {
        let passed = PassedSockets.all(environment: ProcessInfo.processInfo.environment)
        guard let first = passed.first?.descriptor else { return nil }
        _ = fcntl(first, F_SETFD, FD_CLOEXEC)
        return first
    }
}

/// The clocks of the machine: TZ, else /etc/localtime.
enum SystemTime {
    static var now: Timestamp { Timestamp(clock: SystemClock.wallTime) }

    private static let lookedAt = Atomic(-1)

    /// The calendar of the machine's time zone, which may change: a box that crosses a border is given another one.
    static let calendar = LocalCalendar { moment in
        let second = time(nil)
        if lookedAt.exchange(second, ordering: .relaxed) != second { tzset() }
        // The milliseconds before 1970 count towards the second that they are in.
        var time = time_t(
            moment.milliseconds >= 0 ? moment.milliseconds / 1000 : (moment.milliseconds - 999) / 1000)
        var parts = tm()
        return localtime_r(&time, &parts) == nil ? 0 : Int(parts.tm_gmtoff)
    }
}
