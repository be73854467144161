import ArgumentParser
import LocdConfiguration
import LocdLog

/// `locd tables`, hidden: the tables of keys and messages as JSON, from which `make generate` writes files.
struct TablesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tables", abstract: "Print the tables of keys and messages as JSON.", shouldDisplay: false)

    func run() throws {
        try Console.put(
            #"{"configuration":\#(ConfigurationTable().json()),"messages":\#(LogMessageTable().json())}"#
                + "\n")
    }
}
