import ArgumentParser
import CommandText
import Glibc
import LocationModel
import LocationServices
import LocdClient
import LocdProtocol
import Phrasing
import SystemSupport

extension ReportedUse {
    /// Whether more than its user is known of it.
    fileprivate var isNamed: Bool { unit != nil || label != nil }
}

/// `locd status`: receiver, fix, recorder and clients; the answer is in the exit code.
struct StatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show receiver, fix, recorder and client status.",
        discussion: """
            Every user can see the health; only users with access to coordinates see the position and the other \
            clients. Who uses the location is shown to users with full accuracy; others see their own programs.

            Exit codes: 0 fresh fix, or receiver released or recorder paused on purpose after a good fix; 75 no \
            usable fix; 73 track not writable; 69 daemon not reachable; 77 not permitted; 1 other errors.
            """
    )

    @Flag(help: "Print one line of JSON; the same as --format json.")
    var json = false

    @Option(help: "\(StatusFormat.allCases.map(\.rawValue).joined(separator: ", ")).")
    var format: StatusFormat?

    @Flag(help: "Print one line: moving or parked, how far today, the receiver, and who uses the location.")
    var line = false

    @Flag(help: "Show the status again every 2 s, until interrupted.")
    var watch = false

    @OptionGroup var display: DisplayOptions
    @OptionGroup var daemon: SocketOption

    func validate() throws {
        if line || watch, json || format ?? .text != .text { throw ValidationError("--line and --watch are for text") }
        if json, let format, format != .json {
            throw ValidationError("--json and --format \(format.rawValue) exclude each other")
        }
    }

    func run() async throws {
        guard watch else { throw ExitCode(ExitStatus(try await show())) }
        let isScreen = Terminal.isCapable
        repeat {
            if isScreen { try Console.put("\u{1B}[H\u{1B}[2J") }
            _ = try await show()
        } while await MonotonicClock.system().rest(for: .seconds(2))
    }

    private func show() async throws -> StatusReply {
        let format = format ?? (json ? .json : .text)
        let (status, clients, uses) = try await daemon.ask { (client) async throws(LocdClientError) in
            // This first: to ask for the position is a use.
            let uses = format == .prometheus ? nil : try? await client.uses()
            let status = try await client.status()
            // Who else is served is more than health: whoever is not told it is told the rest. Metrics count clients
            // only.
            let tellsClients = format != .prometheus && !line && status.authorizationStatus.isAuthorized
            return (status, tellsClients ? try? await client.clients() : nil, uses)
        }
        switch format {
        case .json: try Console.put(StatusDocument(status, sessions: clients, uses: uses).jsonText() + "\n")
        case .prometheus: try Console.put(status.prometheusText)
        case .text:
            let clients = clients ?? []
            // What somebody did on this terminal is no news there.
            let uses = (uses ?? []).filter { $0.isActive || $0.isNamed || $0.user != Int(getuid()) }
            let users = Account.names(of: clients.map(\.user) + uses.map(\.user))
            let shown = DisplayFormat(calendar: display.calendar, units: display.unitSystem())
            let text = StatusText(
                status, clients: clients, uses: uses, users: users, publishing: line ? nil : publishing(),
                width: Terminal.size.columns, isColoured: Console.isColoured && !line, format: shown)
            // What the track says of today is of no interest while the position is not to be trusted.
            let day =
                status.integrity == nil
                ? DayOfStatus.sentence(of: status, shown.calendar, at: Console.now).text(shown, at: Console.now) : nil
            if line {
                let parts = [status.integrity?.summary, day, text.receiverSummary, UseText(uses, users: users).summary]
                try Console.putText(parts.compactMap(\.self).joined(separator: " · ") + "\n")
            } else {
                try Console.putText((day.map { "\($0)\n" } ?? "") + text.text)
            }
        }
        return status
    }

    /// How locd-publish does, if it runs on this machine: a process of its own, which the daemon does not know.
    private func publishing() -> PublishReport? {
        (try? BoundedFile.contents(of: PublishReport.path, limit: PublishReport.maximumBytes))
            .flatMap { PublishReport(json: $0, now: Console.now) }
    }
}

/// How `locd status` answers.
enum StatusFormat: String, CaseIterable, ExpressibleByArgument {
    /// For a person.
    case text
    /// One line.
    case json
    /// Figures in Prometheus' text format, without any place.
    case prometheus
}
