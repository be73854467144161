import Foundation
import Glibc
import LocationModel
import LocdClient
import LocdProtocol
import Testing

/// How often the kernel resumed a thread of a process after it had waited, by the names of the threads.
private func wakes(of process: Int32) -> [String: Int] {
    let tasks = "/proc/\(process)/task"
    var wakes: [String: Int] = [:]
    for task in (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? [] {
        guard let text = try? String(contentsOfFile: "\(tasks)/\(task)/status", encoding: .utf8) else { continue }
        var fields: [Substring: Substring] = [:]
        for line in text.split(separator: "\n") {
            let words = line.split(whereSeparator: { ":\t ".contains($0) })
            if words.count > 1 { fields[words[0]] = words[1] }
        }
        wakes[String(fields["Name"] ?? ""), default: 0] += fields["voluntary_ctxt_switches"].flatMap { Int($0) } ?? 0
    }
    return wakes
}

/// The seconds of processor time that a process has used.
private func processorTime(of process: Int32) throws -> Double {
    let text = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    // Behind the name, which may have blanks.
    let fields = try #require(text.split(separator: ")").last).split(separator: " ")
    let ticks = fields.dropFirst(11).prefix(2).compactMap { Double($0) }.reduce(0, +)
    return ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
}

extension SystemTests {
    /// What a battery pays for: threads that wake.
    @Suite("Wakes") struct Wakes {
        private static let seconds = 4.0

        /// The wakes of a daemon during ``seconds`` at least, by thread, and the seconds that it took.
        private func measure(_ locd: Child, on stage: Stage) async throws -> ([String: Int], seconds: Double) {
            let process = try #require(locd.processIdentifier)
            let before = wakes(of: process)
            let begin = ContinuousClock.now
            try await stage.until("the time is over") { ContinuousClock.now >= begin + .seconds(Self.seconds) }
            let after = wakes(of: process)
            let seconds = (ContinuousClock.now - begin) / .seconds(1)
            return (after.merging(before, uniquingKeysWith: -).filter { $0.value != 0 }, seconds)
        }

        @Test func `A fix wakes the pipeline's thread and the writer's, and no other`() async throws {
            try await Stage.run { stage in
                let (locd, daemon) = try await stage.live(rate: 10)
                try await stage.until("locd records") { try await locd.client.status().recorder.lines ?? 0 > 20 }
                let (wakes, seconds) = try await measure(daemon, on: stage)
                let fixes = seconds * 10
                // Every thread also waits for its turn, and the writer for the disk when it syncs.
                #expect(Double(wakes["locd-pipeline", default: 0]) <= fixes * 1.5, "\(wakes)")
                #expect(Double(wakes["locd-tracks", default: 0]) <= fixes * 1.8, "\(wakes)")
                let others = wakes.filter { !["locd-pipeline", "locd-tracks"].contains($0.key) }
                #expect(Double(others.values.reduce(0, +)) <= fixes / 2, "\(wakes)")
            }
        }

        @Test func `A daemon without a receiver sleeps, and notices that the receiver is plugged in`() async throws {
            try await Stage.run { stage in
                let locd = stage.serial()
                let daemon = try await stage.daemon(locd)
                _ = try await stage.status(of: locd, "absent for a while") {
                    $0.receiver.state == .absent && $0.receiver.stateAge > 6
                }
                let (wakes, seconds) = try await measure(daemon, on: stage)
                // 20 a minute, and the end of the client's call.
                #expect(Double(wakes.values.reduce(0, +)) <= seconds * 3, "\(wakes)")
                _ = try await stage.receiver("loop", "--rate", "10", "--time-to-first-fix", "0")
                let instant = ContinuousClock.now
                _ = try await stage.status(of: locd, "a fix") { $0.receiver.state == .fix3D }
                #expect(ContinuousClock.now - instant < .seconds(10))
            }
        }

        @Test func `Connections beyond its descriptors do not keep it busy`() async throws {
            try await Stage.run { stage in
                let locd = stage.serial()
                let daemon = try await stage.daemon(locd)
                let process = try #require(daemon.processIdentifier)
                let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").count
                #expect(
                    try await Program.run("prlimit", ["--pid", "\(process)", "--nofile=\(open + 4):\(open + 4)"]).code
                        == 0)
                let connections = try (0..<16).map { _ in try Socket(connectingTo: locd.socket) }
                let before = try processorTime(of: process)
                _ = try await measure(daemon, on: stage)
                #expect(try processorTime(of: process) - before < Self.seconds / 2)
                withExtendedLifetime(connections) {}
            }
        }
    }
}
