import ArgumentParser
import CommandText
import LocdConfiguration
import Phrasing

extension Locd {
    /// Ends the process by an error: what went wrong in one line that begins with `locd:`, and for a command line that
    /// cannot be understood the usage below it. Help goes to standard output.
    static func end(_ error: any Error, _ arguments: [String]) -> Never {
        let message = usageMessage(for: error, arguments)
        guard exitCode(for: error) == ExitCode(.usage), message.hasPrefix("Error: ") else { exit(withError: error) }
        Console.say("locd: " + wording(of: message.dropFirst("Error: ".count), arguments))
        exit(withError: ExitCode(.usage))
    }

    /// The message with the usage of the verb. An error of a verb's own checks does not say which verb it was: the
    /// library then shows the usage of all of locd.
    private static func usageMessage(for error: any Error, _ arguments: [String]) -> String {
        let message = fullMessage(for: error)
        let verbs = verbs(in: arguments)
        guard let verb = verbs.last, verb.configuration.subcommands.isEmpty,
            message.contains("Usage: locd <subcommand>")
        else { return message }
        let (name, path) = (verb._commandName, "locd " + verbs.map { $0._commandName }.joined(separator: " "))
        return verb.fullMessage(for: error).replacing("Usage: \(name)", with: "Usage: \(path)")
            .replacing("See '\(name) --help'", with: "See '\(path) --help'")
    }

    /// The verbs that the arguments name, from the outer one to the inner one.
    private static func verbs(in arguments: [String]) -> [any ParsableCommand.Type] {
        var found: [any ParsableCommand.Type] = []
        for word in arguments where !word.hasPrefix("-") {
            let verbs = (found.last ?? Locd.self).configuration.subcommands
            guard let verb = verbs.first(where: { $0._commandName == word }) else { break }
            found.append(verb)
        }
        return found
    }

    private static func wording(of message: Substring, _ arguments: [String]) -> String {
        // The sign that stands for a hyphen on the way to the options is what was typed.
        let text = message.split(separator: "\u{2212}", omittingEmptySubsequences: false).joined(separator: "-")
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if let unknown = unknownVerb(arguments) {
            lines[0] =
                "unknown verb \"\(unknown.word.visible)\"" + (unknown.nearest.map { ". Did you mean \"\($0)\"?" } ?? "")
        } else if let first = lines.first?.first, first.isUppercase, lines[0].dropFirst().first?.isLowercase ?? false {
            lines[0] = first.lowercased() + lines[0].dropFirst()
        }
        return lines.joined(separator: "\n")
    }

    /// The first word that names no verb where one must stand, and the verb that was most likely meant.
    private static func unknownVerb(_ arguments: [String]) -> (word: String, nearest: String?)? {
        var command: any ParsableCommand.Type = Locd.self
        for word in arguments {
            let verbs = command.configuration.subcommands
            guard !verbs.isEmpty else { return nil }
            if word.hasPrefix("-") { continue }
            var names: [String] = []
            var next: (any ParsableCommand.Type)?
            for verb in verbs {
                let name = verb._commandName
                if name == word { next = verb }
                if verb.configuration.shouldDisplay { names.append(name) }
            }
            guard let next else {
                // With a default verb it is an argument of that.
                guard word != "help", command.configuration.defaultSubcommand == nil else { return nil }
                let nearest = NearestName.nearest(to: word, among: names)
                return (word, nearest?.isLikely == true ? nearest?.name : nil)
            }
            command = next
        }
        return nil
    }
}
