import ArgumentParser
import CommandSupport
import Publish

/// `locd publish tables`, hidden: the table of a sink's keys as JSON, from which `make generate` writes documentation.
struct TablesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tables", abstract: "Print the table of a sink's keys as JSON.", shouldDisplay: false)

    func run() throws {
        try Output.put(Array((PublishSinkTable().json() + "\n").utf8))
    }
}
