import ArgumentParser
import CommandSupport
import Glibc
import LocdConfiguration
import Publish

/// `locd publish status`: what waits, what went wrong, what to do.
struct StatusCommand: ParsableCommand {
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case text, json, prometheus
    }

    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show for each sink what waits, the last acknowledgement and the last error.",
        discussion: """
            It looks at the track and the cursors if this user may read them; otherwise it prints what locd-publish.service \
            wrote last, and says when that was.

            Exits 0 if no sink fails, 75 if one does, 69 if nothing is known, 78 if the configuration is wrong.
            """
    )

    @OptionGroup var file: ConfigurationOption<PublishConfiguration>

    @Flag(help: "Print one line of JSON; the same as --format json.")
    var json = false

    @Option(help: "text, json or prometheus.")
    var format: Format?

    func run() throws {
        let finding: StatusSurvey.Finding
        // The service wrote it of the configuration that it has read: the file may be wrong now.
        if access(file.config, R_OK) != 0, errno == EACCES, let written = PublishStatus(path: PublishStatus.path) {
            finding = .written(written)
        } else {
            finding = StatusSurvey.look(at: try file.read())
        }
        let (status, isWritten): (PublishStatus, Bool)
        switch finding {
        case .present(let present): (status, isWritten) = (present, false)
        case .written(let written): (status, isWritten) = (written, true)
        case .nothing:
            Output.say(
                "cannot read the state of the sinks (permission denied), and locd-publish.service has written no status; "
                    + "run as root (sudo locd publish status)")
            throw ExitCode(69)
        }
        switch format ?? (json ? .json : .text) {
        case .text:
            try Output.put(Array(PublishStatusText(status, at: WallClock.now, isWritten: isWritten).text.utf8))
        case .json: try Output.put(try status.json())
        case .prometheus: try Output.put(Array(status.prometheusText.utf8))
        }
        if status.sinks.contains(where: { $0.state == .failing }) { throw ExitCode(75) }
    }
}
