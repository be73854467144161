import ArgumentParser

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
