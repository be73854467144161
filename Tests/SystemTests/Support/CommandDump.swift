import Foundation

/// What the program says of its verbs and their options: `--experimental-dump-help` of ArgumentParser.
struct CommandDump: Decodable {
    struct Argument: Decodable {
        struct Name: Decodable {
            var name: String
        }
        var names: [Name]?
    }

    var commandName: String
    var shouldDisplay: Bool?
    var arguments: [Argument]?
    var subcommands: [CommandDump]?

    /// The built binary's.
    static func ofLocd() async throws -> CommandDump {
        struct Dump: Decodable { var command: CommandDump }
        let answer = try await Program.run(Program.locd, ["--experimental-dump-help"])
        return try JSONDecoder().decode(Dump.self, from: Data(answer.output.utf8)).command
    }

    /// It and all below it, each with the words that call it.
    func all(_ words: [String] = []) -> [(words: [String], command: CommandDump)] {
        [(words, self)] + (subcommands ?? []).flatMap { $0.all(words + [$0.commandName]) }
    }
}
