import ArgumentParser
import CommandText
import Glibc
import SystemSupport

/// A program of ours that is not linked into this one: it lies in `libexec/locd` of the same installation, or beside
/// this one in a folder of builds.
struct OtherProgram {
    private let name: String

    init(_ name: String) {
        self.name = name
    }

    /// Becomes that program. Returns only if that fails, after it has said why.
    func become(_ arguments: [String]) -> ExitCode {
        var failure: SystemCallError?
        for path in paths {
            var words = ([path] + arguments).map { strdup($0) } + [nil]
            defer { words.forEach { free($0) } }
            execv(path, &words)
            let error = SystemCallError("execv", errno)
            if !error.isMissing { failure = error }
        }
        if let failure {
            return Console.failure("cannot start \(name): \(failure.message)", .failure)
        }
        return Console.failure("\(name) is not installed; install the package \(name)", .notReachable)
    }

    private var paths: [String] {
        guard let own = try? SystemFileSystem().destination(ofLink: "/proc/self/exe") else { return [] }
        let folder = FileReplacement.directory(of: own)
        return ["\(folder)/../libexec/locd/\(name)", "\(folder)/\(name)"]
    }
}

/// `locd publish`: a program of its own, with its own libraries, that this one becomes.
struct PublishCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "publish",
        abstract: "Send the track to servers: OwnTracks, Traccar, MQTT, programs.",
        discussion: """
            The verbs run, once, status and check, their options and exit codes are in locd-publish(8). It is in the package \
            locd-publish.

            Exits 69 if that is not installed.
            """
    )

    @Argument(
        parsing: .captureForPassthrough, help: ArgumentHelp("The arguments for locd-publish.", valueName: "arguments"))
    var arguments: [String] = []

    func run() throws {
        throw OtherProgram("locd-publish").become(arguments)
    }
}

/// `locd web`: a program of its own, with its own libraries, that this one becomes.
struct WebCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "web",
        abstract: "Show the position and the track as a map in a browser.",
        discussion: """
            The options --listen, --socket, --tracks and --config, the verb token and the exit codes are in locd-web(8). It is in \
            the package locd-web.

            Exits 69 if that is not installed.
            """
    )

    @Argument(
        parsing: .captureForPassthrough, help: ArgumentHelp("The arguments for locd-web.", valueName: "arguments"))
    var arguments: [String] = []

    func run() throws {
        throw OtherProgram("locd-web").become(arguments)
    }
}
