import ArgumentParser

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
