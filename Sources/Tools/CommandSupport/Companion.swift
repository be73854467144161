package import ArgumentParser
internal import Glibc
internal import SystemSupport

/// A program of its own that `locd VERB` becomes.
package enum Companion {
    /// Runs the verb that the command line names, and ends the process if that fails. A command line that cannot be
    /// understood is answered as by locd itself: `locd: unknown option '--x'`, with the usage below it.
    package static func run(_ command: (some AsyncParsableCommand).Type) async {
        // A reader or a server that went away is no reason to end.
        signal(SIGPIPE, SIG_IGN)
        // Dispatch would tell the system's log of each unprivileged process that it may not raise a thread's priority.
        setenv("LIBDISPATCH_LOG", "NO", 0)
        do {
            var verb = try command.parseAsRoot()
            if var asynchronous = verb as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try verb.run()
            }
        } catch {
            let message = command.fullMessage(for: error)
            let sign = "Error: "
            guard command.exitCode(for: error) == .validationFailure, message.hasPrefix(sign) else {
                command.exit(withError: error)
            }
            let words = message.dropFirst(sign.count)
            let text = "locd: \(words.prefix(1).lowercased())\(words.dropFirst())\n"
            try? SystemFileSystem().appendAll(Array(text.utf8), to: STDERR_FILENO)
            command.exit(withError: ExitCode.validationFailure)
        }
    }
}
