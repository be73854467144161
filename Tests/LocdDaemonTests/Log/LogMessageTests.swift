import Foundation
import Testing

@testable import LocdDaemon

@Suite struct LogMessageTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        .standardized

    private func text(_ path: String) throws -> String {
        try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
    }

    @Test func identifiersAreOfTheirOwn_AndOfTheFormThatTheJournalTakes() {
        #expect(Set(LogMessage.all.map(\.identifier)).count == LogMessage.all.count)
        #expect(Set(LogMessage.all.map(\.name)).count == LogMessage.all.count)
        for message in LogMessage.all {
            #expect(message.identifier.wholeMatch(of: /[0-9a-f]{32}/) != nil, "\(message.name)")
            #expect(message.meaning.hasSuffix("."), "\(message.name)")
        }
    }

    /// Where one differs, the text that is asked for here is what belongs into the file.
    @Test func eachIsDocumented_ForReadersAndForTheJournal() throws {
        #expect(try text("Documentation/Messages.md").contains(LogMessage.markdown), "\(LogMessage.markdown)")
        #expect(try text("systemd/locd.catalog").hasSuffix(LogMessage.catalog), "\(LogMessage.catalog)")
    }

    /// Every line of the daemon is one of the catalogue.
    @Test func nothingIsLoggedBesideTheCatalogue() throws {
        var files = 0
        for folder in ["Sources/LocdDaemon", "Sources/locd"] {
            let path = Self.root.appending(path: folder).path
            let names = try #require(FileManager.default.enumerator(atPath: path)).compactMap { $0 as? String }
            for name in names where name.hasSuffix(".swift") && !name.hasSuffix("LogMessage.swift") {
                let source = try text("\(folder)/\(name)")
                files += 1
                #expect(
                    source.firstMatch(
                        of: /logger\.(trace|debug|info|notice|warning|error|critical)\(|logger\.log\(\s*level:/) == nil,
                    "\(name) logs without a message of the catalogue")
            }
        }
        #expect(files > 100)
    }

    /// What is in the catalogue is logged somewhere: a message that nobody writes is documented for nothing.
    @Test func eachIsLoggedSomewhere() throws {
        var sources = ""
        for folder in ["Sources/LocdDaemon", "Sources/locd"] {
            let path = Self.root.appending(path: folder).path
            for case let name as String in try #require(FileManager.default.enumerator(atPath: path))
            where name.hasSuffix(".swift") && !name.contains("LogMessage") {
                sources += try text("\(folder)/\(name)")
            }
        }
        for message in LogMessage.all {
            #expect(sources.contains(try Regex("log\\(\\s*\\.\(message.name)\\b")), "\(message.name)")
        }
    }
}
