import Foundation
import LocationModel
import LocdClient
import LocdProtocol
import LocdTestSupport
import Subprocess
import Testing

extension SystemTests {
    /// The socket of the built binary, with clients that share no code with it, many of them, and hostile ones.
    @Suite("Clients of the socket")
    struct Clients {
        @Test(.enabled(PythonVarlink.missing) { await PythonVarlink.python() != nil })
        func `Python with the public varlink package calls every method of the interface and streams 20 updates`()
            async throws
        {
            try await Stage.run { stage in
                let (locd, _) = try await stage.live()
                let python = try #require(await PythonVarlink.python())
                let answer = try await Program.run(python, ["-c", PythonVarlink.everyMethod, locd.socket])
                #expect(answer.code == 0, "\(answer.all)\n\(stage.report)")
                #expect(answer.output == "\(LocationInterface.methods.count) methods, 20 updates\n")
            }
        }

        @Test func `Wait, watch and region say by output and exit code what a script needs`() async throws {
            try await Stage.run { stage in
                let absent = try await Program.run(
                    Program.locd, ["wait", "--timeout", "0.1", "--socket", stage.path("nowhere")])
                #expect(absent.code == 69, "\(absent.all)")

                let (locd, _) = try await stage.live()
                func run(_ words: String...) async throws -> Program.Answer {
                    try await Program.run(Program.locd, words + ["--socket", locd.socket])
                }
                let found = try await run("wait", "--accuracy", "50", "--timeout", "30")
                #expect(found.code == 0, "\(found.all)")
                #expect(try TrackEntry(Array(found.output.utf8.dropLast())).type == "location")
                let impossible = try await run("wait", "--accuracy", "0.001", "--timeout", "0.5")
                #expect(impossible.code == 75, "\(impossible.all)")
                #expect(impossible.output.isEmpty)

                let circle = ["--latitude", "47.5", "--longitude", "8.7", "--radius", "5000"]
                let added = try await Program.run(
                    Program.locd, ["region", "add", "here"] + circle + ["--socket", locd.socket])
                #expect(added.code == 0, "\(added.all)")
                try await stage.until("it is inside") { try await run("region", "state", "here").output == "inside\n" }
                #expect(try await run("region", "list").output.hasPrefix("here: inside"))
                #expect(try await run("region", "remove", "here").code == 0)
                #expect(try await run("region", "remove", "here").code == 66)
                #expect(try await run("region", "list").output.isEmpty)
                // From a file of somebody else's, say: it cannot drive the terminal.
                let named = try await Program.run(
                    Program.locd, ["region", "add", "\u{1B}[31mred"] + circle + ["--socket", locd.socket])
                #expect(named.words.hasPrefix(#""\u001B[31mred" is monitored"#), "\(named.all)")
                #expect(try await run("region", "list").output.hasPrefix(#""\u001B[31mred": "#))
                #expect(try await run("region", "remove", "\u{1B}[31mred").code == 0)

                // An anchor watch, and back through GeoJSON.
                let anchor = try await run("region", "add", "anchor", "--here", "--for", "12h")
                #expect(anchor.code == 0 && anchor.words.hasPrefix("anchor is monitored until "), "\(anchor.all)")
                let listed = try await run("region", "list").output
                #expect(listed.hasPrefix("anchor: ") && listed.contains("; 40.0 m around 47."), "\(listed)")
                #expect(listed.contains("; until "), "\(listed)")
                let wide = try await run("region", "add", "small", "--here", "--radius", "0.001")
                #expect(wide.code == 75 && wide.words.contains("wait --accuracy"), "\(wide.all)")
                let saved = try await run("region", "list", "--own", "--json").output
                #expect(saved.contains("\"until\":\""))
                let file = try stage.file("mine.geojson", saved)
                #expect(try await run("region", "remove", "anchor").code == 0)
                let again = try await Program.run(
                    "sh", ["-c", "\"$0\" region add - --socket \"$1\" <\"$2\"", Program.locd, locd.socket, file])
                #expect(again.code == 0, "\(again.all)")
                let back = try await run("region", "list").output
                #expect(back.hasPrefix("anchor: ") && back.contains("; 40.0 m around 47."), "\(back)")
                #expect(try await run("region", "remove", "anchor").code == 0)

                let watch = stage.start("watch", path: Program.locd, ["watch", "--json", "--socket", locd.socket])
                try await stage.until("watch tells") { watch.words.split(separator: "\n").count > 5 }
                let lines = watch.words.split(separator: "\n").prefix(5)
                #expect(try lines.allSatisfy { try TrackEntry(Array($0.utf8)).type == "location" }, "\(lines)")
            }
        }

        @Test func `SIGHUP while it starts is a reload, and not its end`() async throws {
            try await Stage.run { stage in
                // Nobody listens on that port.
                let locd = stage.configuration(port: 1)
                let child = try stage.launch(locd)
                // Its first line, before anything is open.
                try await stage.until("it has read its files") { child.words.contains("regions.geojson") }
                child.send(.terminalClosed)
                try await stage.until("it has read them again") { child.words.contains("nothing changed") }
                #expect(!child.hasFailed, "\(stage.report)")
            }
        }

        @Test
        func `Half-sent, oversized and malformed calls, and connections by the thousand, cost nobody else a location`()
            async throws
        {
            try await Stage.run { stage in
                let (locd, child) = try await stage.live(rate: 10)
                let good = Stream(locd.client)
                try await withThrowingTaskGroup { group in
                    group.addTask { try await good.run() }
                    try await stage.until("the stream tells") { await good.times.count >= 3 }
                    let memory = try ResidentMemory(of: #require(child.processIdentifier))
                    for round in 0..<10 { try await assault(stage, locd.socket, round: round) }
                    let reached = await good.times.count + 5
                    try await stage.until("the stream goes on") { await good.times.count >= reached }
                    // Under a sanitizer, on a busy machine, it clears them away for longer than a status waits for its
                    // answer.
                    try await stage.until("all hostile connections are gone") {
                        (try? await locd.client.status()).map { $0.clients <= 1 } ?? false
                    }
                    // A debug build with every page that it ever touched: what matters is that it does not grow with
                    // the calls.
                    #expect(try memory.growth() < 64 << 20)
                    group.cancelAll()
                }
                let times = await good.times
                let steps = zip(times, times.dropFirst()).map { $1.milliseconds - $0.milliseconds }
                #expect(steps.allSatisfy { $0 == 100 }, "\(steps)")
            }
        }

        /// A thousand connections, one after the other, and 10,000 calls, hardly any of which is one.
        private func assault(_ stage: Stage, _ path: String, round: Int) async throws {
            let junk: [[UInt8]] = [
                Array(#"{"method":"org.locd.Location.Upda"#.utf8), Array("\u{0}\u{0}".utf8), [0xFF, 0xFE, 0],
                Array(String(repeating: "[", count: 5000).utf8) + [0],
                Array(#"{"method":"org.locd.Location.Events","more":true,"parameters":{"services":7}}"#.utf8) + [0],
                Array(#"{"method":"org.locd.Location.Updates","more":true}"#.utf8) + [0],
                [UInt8](repeating: UInt8(ascii: "x"), count: 300_000),
            ]
            for number in 0..<1000 {
                // Where the daemon's backlog is full the kernel makes none for the moment.
                let socket: Socket = try await stage.until("a connection", every: .milliseconds(1)) {
                    try? Socket(connectingTo: path)
                }
                let call = junk[(number + round) % junk.count]
                for _ in 0..<10 { _ = socket.write(call[...]) }
            }
        }

        /// A client that notes the times of all locations.
        private actor Stream {
            private(set) var times: [Timestamp] = []
            private let session: LocationSession

            init(_ client: LocdClient) {
                var settings = SessionSettings()
                settings.pausesLocationUpdatesAutomatically = false
                session = client.session(services: [.updatingLocation], settings: settings)
            }

            func run() async throws {
                for try await update in session {
                    guard case .events(let events) = update else { continue }
                    for case .location(let location) in events { times.append(location.timestamp) }
                }
            }
        }
    }
}
