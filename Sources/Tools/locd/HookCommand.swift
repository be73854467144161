import ArgumentParser
import CommandText
import Hooks
import LocdClient

/// `locd hook`: what the unit of a hook runs.
struct HookCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hook",
        abstract: "Run the program of a hook for one event; systemd does this.",
        discussion: """
            locd-hook@.service runs this with the connection of an event as standard input. The program is the file in the \
            directory with the same name as the socket. It gets the event as a line of JSON on standard input and in its \
            environment: LOCD_EVENT, LOCD_IDENTIFIER, LOCD_TIMESTAMP, LOCD_REGION and others.

            Exit codes: 0 done, 1 the program failed, 66 no program, 75 the event comes again, 64 not run by a socket unit.
            """
    )

    @Option(help: ArgumentHelp("Directory of the programs.", valueName: "path"))
    var directory = HookRunner.directory

    func run() throws {
        let status: Int32
        do throws(HookRunner.Failure) {
            status = try HookRunner(directory: directory).run(at: 0, environment: Console.environment)
        } catch {
            Console.say("locd: \(error)")
            switch error {
            case .noSocket: throw ExitCode(.usage)
            case .noProgram: throw ExitCode(.noInput)
            case .noEvent, .again: throw ExitCode(.noFix)
            }
        }
        guard status == 0 else {
            throw Console.failure(
                "the program of the hook ended with status \(status); the event is not tried again", .failure)
        }
    }
}
