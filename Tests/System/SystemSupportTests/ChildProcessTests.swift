import Glibc
import Testing

@testable import SystemSupport

/// Programs that are started and waited for.
@Suite(.timeLimit(.minutes(15))) struct ChildProcessTests {
    private func run(
        _ words: String..., input: [UInt8] = [], output: ChildProcess.Output = .collected,
        timeout: Duration? = .seconds(60)
    ) throws -> (end: ChildProcess.End, output: [UInt8]) {
        try ChildProcess.run(
            words, environment: ChildProcess.environment(), input: input, output: output, timeout: timeout)
    }

    @Test func `A program reads its input to the end`() throws {
        let input = Array(repeating: UInt8(ascii: "x"), count: 300_000)
        let counted = try run("wc", "-c", input: input)
        #expect(counted.end == .exited(0))
        #expect(String(decoding: counted.output, as: UTF8.self) == "300000\n")
    }

    @Test func `More output than a pipe holds is read, while the input is written`() throws {
        let input = Array(repeating: UInt8(ascii: "x"), count: 1_000_000)
        #expect(try run("cat", input: input).output.count >= 64 << 10)
    }

    @Test func `Input that is not read is dropped`() throws {
        #expect(try run("true", input: [UInt8](repeating: 0, count: 300_000), timeout: nil).end == .exited(0))
    }

    @Test func `The end is its status or a signal`() throws {
        #expect(try run("sh", "-c", "exit 3", output: .discarded).end == .exited(3))
        #expect(try run("sh", "-c", "kill -TERM $$").end == .signalled(15))
        #expect(ChildProcess.End.signalled(15).status == 143)
    }

    @Test func `A program that does not exist is named by its error`() {
        #expect(throws: ChildProcess.Failure.notStarted(SystemCallError("posix_spawnp", ENOENT))) {
            try run("/nonexistent/program")
        }
    }

    @Test(arguments: [ChildProcess.Output.collected, .discarded, .inherited])
    func `A program that hangs is killed with all that it started`(output: ChildProcess.Output) {
        #expect(throws: ChildProcess.Failure.timedOut(.milliseconds(100))) {
            try run("sh", "-c", "sleep 100 & wait", output: output, timeout: .milliseconds(100))
        }
    }

    @Test func `A program gets no secrets of the unit`() throws {
        setenv("CREDENTIALS_DIRECTORY", "/run/credentials/x", 1)
        defer { unsetenv("CREDENTIALS_DIRECTORY") }
        let environment = ChildProcess.environment(adding: ["LOCD_SINK": "x"])
        let text = String(
            decoding: try ChildProcess.run(["env"], environment: environment, output: .collected).output, as: UTF8.self)
        #expect(text.contains("LOCD_SINK=x"))
        #expect(!text.contains("CREDENTIALS"))
    }
}
