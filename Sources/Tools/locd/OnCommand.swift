import ArgumentParser
import LocdClient
import LocdConfiguration
import SystemSupport

/// `locd on`: a command for each event, in a session or a unit of a user's own.
struct OnCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "on",
        abstract: "Run a command when something happens.",
        usage: "locd on <event> ... [--region <name>] [--once] [--socket <socket>] -- <command> ...",
        discussion: """
            Examples:
              locd on enter --region home -- notify-send 'Welcome home'
              locd on fixLost fixFound -- logger -t gps

            The command gets the event as a line of JSON on standard input and in its environment: LOCD_EVENT, \
            LOCD_IDENTIFIER, LOCD_TIMESTAMP, LOCD_REGION and others. Commands run one after the other; at most 500 events \
            wait. If the daemon restarts, locd on connects again. Events that occur while locd on is not running are missed, \
            except visits; timeZone needs recording and full accuracy; hooks in locd.yaml remember all events.

            Exit codes: with --once that of the command, or 128 and its signal; 77 not permitted, 127 the command cannot be \
            run, 64 invalid usage, 1 other errors.
            """
    )

    @Argument(
        help: ArgumentHelp("Events: \(Self.allNames); after --, the command and its arguments.", valueName: "event"))
    var words: [String]

    @Option(help: ArgumentHelp("The name of the regions; * stands for any text (default: all).", valueName: "name"))
    var region: String?

    @Flag(help: "Run the command for the first event only, then end.")
    var once = false

    @OptionGroup var daemon: SocketOption

    /// The events that a session can be told of.
    private static let kinds: [HookEventKind] = HookEventKind.allCases.filter { $0 != .battery }
    private static var allNames: String { kinds.map(\.rawValue).joined(separator: ", ") }

    /// What stands behind the first `--`; a parser of ours puts it with the words before it.
    private var command: [String] {
        let arguments = CommandLine.arguments
        guard let index = arguments.firstIndex(of: "--") else { return [] }
        return Array(words.suffix(arguments.count - index - 1))
    }
    private var events: [HookEventKind] { words.dropLast(command.count).compactMap { HookEventKind(rawValue: $0) } }

    mutating func validate() throws {
        for word in words.dropLast(command.count) {
            guard let kind = HookEventKind(rawValue: word), Self.kinds.contains(kind) else {
                throw ValidationError("no such event: \"\(word.visible)\". Events: \(Self.allNames)")
            }
        }
        guard !command.isEmpty else { throw ValidationError("the command is missing. Write it after --") }
        guard !events.isEmpty else { throw ValidationError("the event is missing. Events: \(Self.allNames)") }
        if let region, NamePattern(region) == nil {
            throw ValidationError("cannot read \"\(region.visible)\" as the name of a region")
        }
        if region != nil, !events.contains(where: \.isOfRegion) {
            throw ValidationError("--region is for enter and exit")
        }
    }

    func run() async throws {
        let program = OnProgram(
            kinds: Set(events), region: region.flatMap { NamePattern($0) }, isOnce: once, command: command,
            client: daemon.client, environment: Console.environment, thread: try ExecutorThread(named: "command"))
        let status = try await daemon.ask { (_) async throws(LocdClientError) in try await program.run() }
        if status != 0 { throw ExitCode(status) }
    }
}
