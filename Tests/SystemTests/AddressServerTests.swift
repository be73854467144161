import Foundation
import LocationModel
import LocdClient
import LocdProtocol
import Subprocess
import Testing

extension SystemTests {
    /// The built daemon, the built locd-geocode behind a listener of systemd, and an address server on the loopback.
    @Suite("Address server", .enabled(if: Program.python != nil, "python3 is not installed"))
    struct AddressServers {
        private static let bern = Coordinate(latitude: 46.948, longitude: 7.4474)

        /// Knows one street.
        private static let server = """
            import http.server, sys
            class Server(http.server.BaseHTTPRequestHandler):
                def do_GET(self):
                    answer = b'{"lat":"46.9465","lon":"7.4445","address":{"road":"Bundesplatz","city":"Bern"}}'
                    self.send_response(200)
                    self.send_header("Content-Length", str(len(answer)))
                    self.end_headers()
                    self.wfile.write(answer)
                def log_message(self, *words): print(self.path, flush=True)
            server = http.server.HTTPServer(("127.0.0.1", 0), Server)
            print("port", server.server_address[1], flush=True)
            server.serve_forever()
            """

        /// Starts it; its port.
        private func server(_ stage: Stage) async throws -> (Child, Int) {
            let server = stage.start("server", path: Program.python ?? "python3", ["-c", Self.server])
            let port = try await stage.until("the server has a port") {
                server.words.split(separator: "\n").first.flatMap { Int($0.dropFirst("port ".count)) }
            }
            return (server, port)
        }

        private func daemon(_ stage: Stage, asking port: Int) async throws -> (Child, DaemonConfiguration) {
            let locd = try stage.silent([
                "geocoder.table: none", "geocoder.serverInterval: 0",
                "geocoder.server: http://127.0.0.1:\(port)", "geocoder.helper: \(stage.path("geocode.sock"))",
            ])
            return (try await stage.daemon(locd), locd)
        }

        @Test(.enabled(if: Program.socketActivate != nil, "systemd-socket-activate is not installed"))
        func `A question goes through locd-geocode, and the daemon has one event loop`() async throws {
            try await Stage.run { stage in
                let (server, port) = try await server(stage)
                let (child, locd) = try await daemon(stage, asking: port)
                await #expect(throws: LocdClientError.self) { try await locd.client.placemarks(at: Self.bern) }
                try await stage.until("the log says what to do") {
                    child.words.contains("no such socket") && child.words.contains("locd-geocode.socket")
                }
                let socket = stage.path("geocode.sock")
                _ = stage.start(
                    "listener", path: Program.socketActivate ?? "",
                    ["--accept", "--inetd", "--listen=\(socket)", Program.geocode])
                try await stage.until("it listens") { FileManager.default.fileExists(atPath: socket) }
                let found = try await locd.client.placemarks(at: Self.bern, locale: "de_CH")
                #expect(found.first?.thoroughfare == "Bundesplatz")
                try await stage.until("the server was asked") { server.words.contains("accept-language=de-CH") }
                #expect(!child.words.contains("46.948"))
                #expect(try loops(of: child) == 1)
                // The command, a client, has none.
                let watch = stage.start("watch", path: Program.locd, ["watch", "--socket", locd.socket])
                try await stage.until("it is connected") { (try await locd.client.status()).clients > 0 }
                #expect(try loops(of: watch) == 0)
            }
        }

        @Test
        func `locd-geocode replies to one line on standard input with one line, whatever the line is`() async throws {
            try await Stage.run { stage in
                let (_, port) = try await server(stage)
                let members = #""server":"http://127.0.0.1:\#(port)","timeout":60,"userAgent":"test""#
                let reply = try await reply(
                    to: #"{"coordinate":{"latitude":46.948,"longitude":7.4474},\#(members)}"# + "\n")
                #expect(reply.hasPrefix(#"{"placemarks":["#) && reply.contains("Bundesplatz") && reply.hasSuffix("}\n"))
                for line in ["", "\n", "nonsense\n", "{}\n", String(repeating: "a", count: 20_000) + "\n"] {
                    #expect(try await self.reply(to: line).hasPrefix(#"{"error":{"code":"badRequest","message":"#))
                }
            }
            let usage = try await Program.run(Program.geocode, ["--help"])
            #expect(usage.code == 0 && usage.output.hasPrefix("Usage: locd-geocode"))
            let unknown = try await Program.run(Program.geocode, ["--nonsense"])
            #expect(unknown.code == 64 && unknown.words.contains("--nonsense"))
        }

        private func reply(to line: String) async throws -> String {
            let result = try await Subprocess.run(
                .name("env"), arguments: Arguments([Program.geocode]), input: .string(line),
                output: .string(limit: 1 << 17), error: .discarded)
            #expect(result.terminationStatus.isSuccess)
            return result.standardOutput
        }

        /// How many event loops a process runs: NIO names their threads.
        private func loops(of child: Child) throws -> Int {
            guard let process = child.processIdentifier else { return 0 }
            let tasks = "/proc/\(process)/task"
            return try FileManager.default.contentsOfDirectory(atPath: tasks).count {
                (try? String(contentsOfFile: "\(tasks)/\($0)/comm", encoding: .utf8))?.hasPrefix("NIO-ELT") == true
            }
        }
    }
}
