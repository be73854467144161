import Foundation
import Glibc
import LocdClient
import LocdProtocol
import Subprocess
import Testing

extension ProgramSystemTests {
    /// A program of Core Location's against the built daemon and a real gpsd.
    @Suite("Core Location", .enabled(if: Program.hasGPSD, "gpsd is not installed: make deps"))
    struct CoreLocation {
        @Test(arguments: ["0", "0,1"], [1, 2, 16])
        func `A property that is read in a task has its answer, whatever occupies the pool's threads`(
            cores: String, tasks: Int
        ) async throws {
            try await Stage.run { stage in
                let locd = stage.serial()
                _ = try await stage.daemon(locd)
                let answer = try await Program.run(
                    "/usr/bin/taskset",
                    ["-c", cores, "/usr/bin/env", "LOCD_SOCKET=\(locd.socket)", Program.probe, "tasks", "\(tasks)"])
                let lines = answer.output.split(separator: "\n")
                #expect(lines.count == tasks, "\(answer.all)")
                // authorizedAlways, and location services are on.
                #expect(lines.allSatisfy { $0.hasPrefix("answers 3 true ") }, "\(answer.all)")
            }
        }

        @Test func `Regions, visits and significant changes, though the daemon is killed meanwhile`() async throws {
            try await Stage.run { stage in
                let port = try await stage.waitingRoute()
                let locd = stage.configuration(port: port, "receiver.staleAfter: 60")
                let first = try await stage.daemon(locd)
                let probe = stage.probe(
                    locd, "region", "yard", "47.5", "8.7", "200", "visits", "significant")
                try await stage.sessions(of: locd, 2)
                try await stage.until("the region is monitored") { probe.words.contains("monitoring yard") }
                _ = try await stage.gpsd(port: port, opensAtOnce: false)
                try await stage.until("an entry and an arrival") {
                    probe.words.contains("enter yard\n") && probe.words.contains("visit arrival\n")
                }
                try await Self.waitForKeptVisit(of: locd, on: stage)
                first.send(.kill)
                try await stage.until("locd is gone, and the client knows") {
                    first.status != nil && probe.words.contains("error 0\n")
                }
                _ = try await stage.daemon(locd)
                try await stage.until("an exit and a departure") {
                    probe.words.contains("exit yard\n") && probe.words.contains("visit departure\n")
                }
                let delivered = probe.words.split(separator: "\n").filter { !$0.hasPrefix("location") }
                for word in ["enter yard", "exit yard", "visit arrival", "visit departure"] {
                    #expect(delivered.count { $0 == word } == 1, "\(delivered)")
                }
                #expect(delivered.count { $0 == "authorization 3 0" } == 1, "a restart is no change of authorization")
                let times = probe.times
                #expect(times.count >= 2, "the first, and after the exit")
                #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= 300_000 || $1 <= $0 }, "\(times)")
            }
        }

        /// What is told is written down at once, but behind it: a daemon that is killed in between tells it once more.
        /// A file counts once it has its name.
        private static func waitForKeptVisit(of locd: DaemonConfiguration, on stage: Stage) async throws {
            let directory = "\(locd.directory)/state/clients"
            try await stage.until("the daemon has kept the visit that it told") {
                let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
                return names.contains { name in
                    guard name.hasSuffix(".json") else { return false }
                    let text = try? String(contentsOfFile: "\(directory)/\(name)", encoding: .utf8)
                    return text?.contains(#""isDelivered":true"#) ?? false
                }
            }
        }

        @Test(.enabled(if: Program.socketActivate != nil, "systemd-socket-activate is not installed"))
        func `A program that is not running is started by the crossing of its region, and its delegate is told once`()
            async throws
        {
            try await Stage.run { stage in
                let port = try await stage.waitingRoute()
                let locd = stage.configuration(port: port, "receiver.staleAfter: 60")
                let socket = stage.path("wake.sock")
                try locd.write(
                    "users:\n  \"\(getuid())\": {authorizationStatus: authorizedAlways, wake: \"unix:\(socket)\"}\n",
                    to: "clients.yaml")
                _ = try await stage.daemon(locd)
                let first = stage.probe(locd, "region", "yard", "47.5", "8.7", "200")
                try await stage.until("it has begun") { first.words.contains("monitoring yard") }
                first.mayEnd()
                first.send(.kill)
                try await stage.until("it is not running") { first.status != nil }
                try await stage.sessions(of: locd, 0)
                // As a socket unit of systemd's does: it becomes the program when something connects.
                let second = stage.start(
                    "woken", path: try #require(Program.socketActivate),
                    ["-l", socket, "-E", "LOCD_SOCKET=\(locd.socket)", Program.probe])
                try await stage.until("it listens") { FileManager.default.fileExists(atPath: socket) }
                _ = try await stage.gpsd(port: port, opensAtOnce: false)
                try await stage.until("it is started and told", within: .seconds(60)) {
                    second.words.contains("enter yard\n")
                }
                try await stage.until("and goes on", within: .seconds(60)) { second.words.contains("exit yard\n") }
                #expect(second.words.contains("launched region yard inside\n"), "\(second.words)")
                #expect(second.words.split(separator: "\n").count { $0 == "enter yard" } == 1, "\(second.words)")
                #expect(second.words.split(separator: "\n").count { $0 == "exit yard" } == 1, "\(second.words)")
                #expect(!first.words.contains("enter"))
                #expect(try await locd.client.clients().allSatisfy { $0.waiting == 0 })
            }
        }

        @Test(.enabled(if: getuid() == 0 && Program.setpriv != nil, "only root can become somebody else, with setpriv"))
        func `Denied, then allowed, then reduced by locd client: each is told, before what becomes of it`() async throws
        {
            try await Stage.run { stage in
                let (locd, _) = try await stage.live()
                let user = 40_004
                func decide(_ words: String...) async throws {
                    let answer = try await Program.run(
                        Program.locd, ["client"] + words + ["\(user)", "--socket", locd.socket])
                    #expect(answer.code == 0, "\(answer.all)")
                }
                let probe = stage.start(
                    "probe", path: "LOCD_SOCKET=\(locd.socket)",
                    Program.asUser(user) + [try stage.publicCopy(of: Program.probe), "updates"])
                try await stage.until("nobody has decided, and its updates wait") {
                    let sessions = try? await locd.client.clients().filter { $0.method != nil }
                    return probe.words.contains("authorization 0 0\n")
                        && sessions?.contains { $0.services.contains(.updatingLocation) } == true
                }
                try await decide("deny")
                try await stage.until("the refusal") { probe.words.contains("error 1\n") }
                try await decide("allow")
                try await stage.until("exact locations") { probe.times.count >= 3 }
                try await decide("allow", "--reduced")
                try await stage.until("a rough location") { probe.radii.last.map { $0 > 4000 } ?? false }
                let delivered = probe.words.split(separator: "\n").map {
                    $0.hasPrefix("location") ? "location" : String($0)
                }
                let turns = delivered.enumerated().filter { $0.offset == 0 || $0.element != delivered[$0.offset - 1] }
                #expect(
                    turns.map(\.element) == [
                        "authorization 0 0", "authorization 2 0", "error 1", "authorization 4 0", "location",
                        "authorization 4 1", "location",
                    ])
                let exact = delivered.prefix { $0 != "authorization 4 1" }.count { $0 == "location" }
                #expect(probe.radii.prefix(exact).allSatisfy { $0 < 100 }, "\(probe.radii)")
                #expect(probe.radii.dropFirst(exact).allSatisfy { $0 > 4000 }, "\(probe.radii)")
            }
        }

        @Test(.enabled(if: getuid() == 0 && Program.setpriv != nil, "only root can become somebody else, with setpriv"))
        func
            `A program that asks is answered by the administrator's agent: one user roughly, one not at all, each asked about once`()
            async throws
        {
            try await Stage.run { stage in
                let asked = stage.path("asked")
                let (reduced, none) = (40_005, 40_006)
                let script = """
                    #!/bin/sh
                    read -r question
                    printf '%s\\n' "$question" >>\(asked)
                    case "$question" in
                    *'"user":\(reduced),'*) echo authorizedWhenInUse reducedAccuracy ;;
                    *'"user":\(reduced)}') echo authorizedWhenInUse reducedAccuracy ;;
                    *) echo denied ;;
                    esac
                    """
                let agent = try stage.file("agent", script, isProgram: true)
                let (locd, daemon) = try await stage.live(["clients.agent: \(agent)"])
                func probe(_ user: Int) throws -> Child {
                    stage.start(
                        "probe-\(user)", path: "LOCD_SOCKET=\(locd.socket)",
                        Program.asUser(user) + [try stage.publicCopy(of: Program.probe), "ask", "updates"])
                }
                let (allowed, refused) = (try probe(reduced), try probe(none))
                try await stage.until("rough locations, by the agent's word") {
                    allowed.words.contains("authorization 4 1\n") && allowed.times.count >= 1
                }
                #expect(allowed.radii.allSatisfy { $0 > 4000 }, "\(allowed.radii)")
                try await stage.until("a refusal, by the agent's word") {
                    refused.words.contains("authorization 2 0\n") && refused.words.contains("error 1\n")
                }
                #expect(refused.times.isEmpty)

                // It was asked by the daemon, about those two, and told what the kernel says of them.
                struct Question: Decodable {
                    var user: Int
                    var process: Int32
                    var request: String
                    var authorizationStatus: String
                }
                func questions() throws -> [Question] {
                    try stage.lines(of: "asked").map {
                        try JSONDecoder().decode(Question.self, from: Data($0.utf8))
                    }.sorted { $0.user < $1.user }
                }
                let first = try questions()
                #expect(first.map(\.user) == [reduced, none])
                #expect(first.map(\.process) == [allowed, refused].map { $0.processIdentifier ?? -1 })
                #expect(first.allSatisfy { $0.request == "whenInUse" && $0.authorizationStatus == "notDetermined" })

                // What it said is kept: whoever comes again is not asked about again, and the administrator sees it.
                let again = try probe(reduced)
                try await stage.until("rough locations, as decided") { again.times.count >= 1 }
                #expect(again.radii.allSatisfy { $0 > 4000 })
                #expect(try questions().count == 2)
                let list = try await Program.run(Program.locd, ["client", "list", "--socket", locd.socket])
                #expect(
                    list.output.contains("user \(reduced): authorizedWhenInUse, reducedAccuracy")
                        && list.output.contains("user \(none): denied"), "\(list.all)")
                #expect(!daemon.words.contains("no decision made"), "\(daemon.words)")
            }
        }
    }
}

extension Stage {
    /// A program of Core Location's that talks to a daemon.
    fileprivate func probe(_ locd: DaemonConfiguration, _ words: String...) -> Child {
        // `env` begins every program of a test: it takes the socket's name first.
        start("probe", path: "LOCD_SOCKET=\(locd.socket)", [Program.probe] + words)
    }

    /// Waits until the daemon serves so many sessions.
    fileprivate func sessions(of locd: DaemonConfiguration, _ number: Int) async throws {
        try await until("\(number) sessions") {
            (try? await locd.client.clients().count { $0.method != nil }) == number
        }
    }
}

extension Child {
    /// The times of the locations that a probe was told, in milliseconds.
    fileprivate var times: [Int64] {
        words.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            return words.first == "location" && words.count == 5 ? Int64(words[1]) : nil
        }
    }

    /// The accuracies of these, in metres.
    fileprivate var radii: [Double] {
        words.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            return words.first == "location" && words.count == 5 ? Double(words[4]) : nil
        }
    }
}
