import Foundation
import Glibc
import LocdConfiguration
import LocdTestSupport
import SystemSupport
import Testing

@testable import LocdDaemon

@Suite(.timeLimit(.minutes(15))) struct MetricsFileTests {
    private let folder = TemporaryDirectory()
    private var directory: String { folder.path }

    private static func file(_ path: String) -> MetricsFile? {
        var settings = Configuration.Metrics()
        settings.file = path
        return MetricsFile(settings)
    }

    @Test func `Without a path there is none`() {
        #expect(MetricsFile(Configuration.Metrics())?.path == nil)
    }

    @Test func `It is replaced whole, and everybody may read it`() throws {
        let file = try #require(Self.file("\(directory)/locd.prom"))
        try file.write("a 1\n")
        try file.write("a 2\n")
        #expect(try String(contentsOfFile: file.path, encoding: .utf8) == "a 2\n")
        var status = stat()
        #expect(stat(file.path, &status) == 0 && status.st_mode & 0o777 == 0o644)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == ["locd.prom"])
        file.remove()
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == [])
    }

    @Test func `A link in its place is not followed`() throws {
        let victim = "\(directory)/victim"
        try "kept".write(toFile: victim, atomically: false, encoding: .utf8)
        let file = try #require(Self.file("\(directory)/locd.prom"))
        for name in [file.path, "\(file.path).new"] { try #require(symlink(victim, name) == 0) }
        try file.write("a 1\n")
        #expect(try String(contentsOfFile: victim, encoding: .utf8) == "kept")
        #expect(try String(contentsOfFile: file.path, encoding: .utf8) == "a 1\n")
    }

    @Test func `Write failures are reported with their cause`() throws {
        let error = #expect(throws: SystemCallError.self) {
            try Self.file("/nonexistent/locd.prom")?.write("a 1\n")
        }
        #expect(error?.description.hasPrefix("open: ") == true)
    }

    @Test func `The daemon writes it, moves it at a reload, and takes it away at its end`() async throws {
        let (one, other) = ("\(directory)/one.prom", "\(directory)/other.prom")
        try await DaemonHarness.run(in: directory, settings: "metrics: {file: \(one)}\n") { harness in
            try await Readiness.file(one)
            let text = try String(contentsOfFile: one, encoding: .utf8)
            #expect(text.contains("locd_receiver_state{state=\"absent\"} 0\n"), "\(text)")
            try await harness.reload("metrics: {file: \(other), interval: 5}\n")
            harness.clock.advance(by: .seconds(15))
            try await Readiness.file(other)
            #expect(access(one, F_OK) != 0)
        }
        try await Readiness.file(other, isThere: false)
    }
}
