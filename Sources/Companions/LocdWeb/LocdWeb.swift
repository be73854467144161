import ArgumentParser
import CommandSupport
import LocdProtocol

/// `locd-web`: the position and the track as a page. `locd web …` starts it, and so does systemd.
@main
struct LocdWeb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "locd web",
        abstract: "Show the position and the track as a map in a browser.",
        discussion: """
            Open http://127.0.0.1:8947 on this machine. What a page shows depends on who looks: on this machine the user of the \
            browser, from the network the owner of a token. locd-web(8) has the rest.
            """,
        version: LocdRelease.version, subcommands: [ServeCommand.self, TokenCommand.self],
        defaultSubcommand: ServeCommand.self)

    static func main() async { await Companion.run(Self.self) }
}
