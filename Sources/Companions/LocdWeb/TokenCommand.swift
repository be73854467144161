import ArgumentParser
import CommandSupport
import LocdConfiguration
import SystemSupport
import Web

/// `locd web token`: lets somebody in from the network.
struct TokenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Make a token for a viewer from the network, and print it once.",
        discussion: """
            The file of web.yaml's key tokens keeps its hash. A token of the same name is replaced; to withdraw one, remove its line.

            Exits 0 if the token is made, 64 if the name is invalid, 73 if the file cannot be written, 78 if the configuration has \
            no tokens.
            """)

    @Argument(help: ArgumentHelp("Who gets it: letters, digits, dots and hyphens, at most 40.", valueName: "name"))
    var name = "browser"

    @Flag(help: "Allow reduced accuracy only: places of some kilometres.")
    var reduced = false

    @OptionGroup var file: ConfigurationOption<WebConfiguration>

    func run() throws {
        guard let path = try file.read().tokens else {
            Output.say("\(file.config) has no key tokens; write tokens: /etc/locd/web.tokens")
            throw ExitCode(78)
        }
        do {
            guard let token = try TokenFile.add(name: name, accuracy: reduced ? .reduced : .full, to: path) else {
                Output.say("\"\(name)\" cannot be the name of a token: letters, digits, dots and hyphens, at most 40")
                throw ExitCode(64)
            }
            try Output.put(Array("\(token)\n".utf8))
            Output.say("the token is not stored and not shown again; \(path) has its hash")
        } catch let error as ExitCode {
            throw error
        } catch {
            Output.say("cannot write \(path): \(error)")
            throw ExitCode(73)
        }
    }
}
