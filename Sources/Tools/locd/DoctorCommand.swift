import ArgumentParser
import CommandText
import Glibc
import LocationServices
import LocdClient
import LocdConfiguration
import LocdDoctor
import LocdProtocol
import LocdRecorder
import LocdServer
import Receivers
import SystemSupport

/// `locd doctor`: whether recording can work on this box, and what to do where it cannot.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check this machine for problems that prevent recording.",
        discussion: """
            It changes nothing, and listens to the receiver for up to 30 s. Run it as root to check everything.

            Exit codes: 0 recording can work, perhaps with warnings; 75 only the fix is missing; 78 invalid \
            configuration; 1 other problems.
            """)

    @Flag(help: "Print one line of JSON.")
    var json = false

    @Option(
        name: .customLong("config"),
        help: ArgumentHelp("The configuration file (default: \(Configuration.defaultPath)).", valueName: "file"))
    var path: String?

    @Option(
        help: ArgumentHelp(
            "Say why a program gets nothing: its label, unit or user. Run it as root.", valueName: "name"))
    var client: String?

    @Option(help: "The daemon's socket. Default: LOCD_SOCKET, otherwise api.socket of the configuration.")
    var socket: String?

    func run() async throws {
        // gpsd may go away while it is asked.
        signal(SIGPIPE, SIG_IGN)
        let environment = Console.environment
        if let client { return try await examine(client, environment) }
        let report = try await report(environment)
        if json {
            try Console.put(report.jsonText() + "\n")
        } else {
            try Console.putText(DoctorText(report, isColoured: Console.isColoured).text)
        }
        throw ExitCode(ExitStatus(report))
    }

    private func examine(_ name: String, _ environment: [String: String]) async throws {
        var daemon = SocketOption()
        daemon.socket = socket
        let diagnosis = try await daemon.ask { (client) async throws(LocdClientError) in
            let (status, clients) = (try await client.status(), try await client.clients())
            // For administrators only.
            let known = try? await client.authorizations()
            let users = clients.map(\.user) + (known?.authorizations.compactMap(\.user) ?? [])
            return ClientDiagnosis(
                name, status: status, clients: clients, authorizations: known?.authorizations ?? [],
                users: Account.names(of: users))
        }
        try Console.putText(diagnosis.text)
        if !diagnosis.isGood { throw ExitCode(.failure) }
    }

    private func report(_ environment: [String: String]) async throws -> DoctorReport {
        let loaded: LoadedConfiguration
        do {
            loaded = try Configuration.load(path: path, environment: environment)
            _ = try loaded.configuration.regions.read()
            // Rules that this user may not read are the daemon's to judge.
            if access(loaded.configuration.clients.file, R_OK) == 0 { _ = try loaded.configuration.clients.read() }
        } catch {
            return Doctor.report(error)
        }
        var configuration = loaded.configuration
        if let named = socket ?? environment["LOCD_SOCKET"], !named.isEmpty { configuration.api.socket = named }
        let clock = MonotonicClock.system()
        let thread = try ExecutorThread(named: "locd-receiver")
        let box = Box.system(clock: clock) { socket in
            do throws(LocdClientError) {
                return .status(try await LocdClient(socketPath: socket).status())
            } catch {
                return error.code == .notReachable ? .notRunning : .unknown(error.description)
            }
        } gpsd: {
            await GPSDInquiry.ask($0, clock: clock)
        } receiver: {
            $0.receiver(clock: clock, on: thread)
        }
        return await Doctor(configuration, box: box).examine(loaded)
    }
}
