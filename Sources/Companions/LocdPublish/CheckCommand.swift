import ArgumentParser
import CommandSupport
import LocdConfiguration
import Publish

/// `locd publish check`: whether the configuration can be used.
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check the configuration, its password files, certificates and programs.",
        discussion: "No server is asked. Exits 0 if all of it is in order, 78 if something is wrong."
    )

    @OptionGroup var file: ConfigurationOption<PublishConfiguration>

    func run() throws {
        let configuration = try file.readAsOwner()
        let problems = SetupCheck.problems(of: configuration)
        guard problems.isEmpty else {
            for problem in problems { Output.say(problem) }
            throw ExitCode(78)
        }
        let count = configuration.sinks.count
        let note = SetupCheck.note(on: configuration).map { "; \($0)" } ?? ""
        try Output.put(Array("\(file.config): \(count) sink\(count == 1 ? "" : "s"), nothing wrong\(note)\n".utf8))
    }
}
