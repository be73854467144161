import Foundation
import LocdTestSupport
import Testing

@testable import LocdLog

@Suite struct LogMessageTests {
    /// Who logs.
    private static let folders = [
        "Adapters/LocdConfiguration", "Adapters/LocdLog", "Adapters/Sensors", "Daemon/Hooks", "Daemon/LocdDaemon",
        "Daemon/LocdDoctor", "Daemon/LocdRecorder", "Daemon/LocdServer", "Daemon/Sharing", "Tools/locd",
    ].map { "Sources/\($0)" }

    private func text(_ path: String) throws -> String {
        try String(contentsOfFile: Checkout.path(path), encoding: .utf8)
    }

    @Test func `Identifiers are of their own, and of the form that the journal takes`() {
        #expect(Set(LogMessage.all.map(\.identifier)).count == LogMessage.all.count)
        #expect(Set(LogMessage.all.map(\.name)).count == LogMessage.all.count)
        for message in LogMessage.all {
            #expect(message.identifier.wholeMatch(of: /[0-9a-f]{32}/) != nil, "\(message.name)")
            #expect(message.meaning.hasSuffix("."), "\(message.name)")
        }
    }

    /// One that is described and not listed would be in no catalogue.
    @Test func `Each that is described is listed`() throws {
        let source = try text("Sources/Adapters/LocdLog/LogMessage+All.swift")
        #expect(source.matches(of: /static let \w+ = LogMessage\(/).count == LogMessage.all.count)
    }

    /// Every line of the daemon is one of the catalogue.
    @Test func `Nothing is logged beside the catalogue`() throws {
        var files = 0
        for folder in Self.folders {
            let path = Checkout.path(folder)
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
        #expect(files > 150)
    }

    /// What is in the catalogue is logged somewhere: a message that nobody writes is documented for nothing.
    @Test func `Each is logged somewhere`() throws {
        var logged: Set<String> = []
        for folder in Self.folders {
            let path = Checkout.path(folder)
            for case let name as String in try #require(FileManager.default.enumerator(atPath: path))
            where name.hasSuffix(".swift") && !name.contains("LogMessage") {
                let source = try text("\(folder)/\(name)")
                logged.formUnion(source.matches(of: /log\(\s*\.(\w+)/).map { String($0.output.1) })
            }
        }
        for message in LogMessage.all {
            #expect(logged.contains(message.name), "\(message.name)")
        }
    }
}
