import Foundation
import Subprocess
import Testing

extension SystemTests {
    /// Programs that know nothing of locd, as Debian and PyPI have them, and the daemon that serves them.
    @Suite("Sharing with other programs")
    struct Sharing {
        private static let hasClients = Program.find("gpspipe") != nil && Program.find("gpscsv") != nil

        @Test(.enabled(if: hasClients, "gpsd-clients is not installed: Scripts/deps --ci"))
        func `gpspipe, gpxlogger and gpscsv get each epoch where and when it was recorded`() async throws {
            try await Stage.run { stage in
                let daemon = try await stage.sharing()
                let server = "127.0.0.1:\(daemon.gpsd)"
                let gpx = stage.path("drive.gpx")
                let logger = stage.start("gpxlogger", path: "gpxlogger", ["-f", gpx, server])
                async let json = stage.answer(of: "gpspipe -w", ["gpspipe", "-w", "-n", "40", server], at: daemon)
                async let raw = stage.answer(of: "gpspipe -r", ["gpspipe", "-r", "-n", "150", server], at: daemon)
                async let csv = stage.answer(
                    of: "gpscsv", ["gpscsv", "-n", "20", "-f", "time,lat,lon", "--header", "0", server], at: daemon)
                let answers = try await (json: json, raw: raw, csv: csv)
                logger.send(.terminate)
                try await stage.until("gpxlogger ends") { logger.status != nil }

                try await daemon.expectRecorded(SharedReport.reports(of: answers.json), from: "gpspipe -w")
                #expect(answers.json.contains(#""class":"SKY""#))
                try await daemon.expectRecorded(Self.fixes(ofCSV: answers.csv), from: "gpscsv")
                try await daemon.expectRecorded(
                    Self.points(ofGPX: try String(contentsOfFile: gpx, encoding: .utf8)), from: "gpxlogger")
                for kind in ["GPRMC", "GPGGA", "GNGSA", "GPGSV", "GPVTG", "GPGST", "GPZDA"] {
                    #expect(answers.raw.contains("$\(kind),"), "no \(kind)")
                }
                let sentences = answers.raw.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("$") }
                #expect(sentences.allSatisfy(Self.hasItsChecksum), "\(sentences)")
            }
        }

        @Test(.enabled(PythonModules.missing("gps3")) { await PythonModules.python(with: "gps3") != nil })
        func `Python's gps3 reads positions`() async throws {
            try await Stage.run { stage in
                let daemon = try await stage.sharing()
                let program = """
                    import json
                    from gps3 import gps3
                    socket, stream = gps3.GPSDSocket(), gps3.DataStream()
                    socket.connect("127.0.0.1", \(daemon.gpsd))
                    socket.watch()
                    seen = set()
                    for new in socket:
                        if not new:
                            continue
                        stream.unpack(new)
                        if stream.TPV["mode"] == 3 and stream.TPV["time"] not in seen:
                            seen.add(stream.TPV["time"])
                            print(json.dumps({"class": "TPV", **stream.TPV}), flush=True)
                        if len(seen) == 20:
                            break
                    """
                let python = try #require(await PythonModules.python(with: "gps3"))
                let said = try await stage.answer(of: "gps3", [python, "-c", program], at: daemon)
                try await daemon.expectRecorded(
                    SharedReport.reports(of: said.replacing("\"n/a\"", with: "null")), from: "gps3")
            }
        }

        @Test(
            .enabled(
                if: Program.tmux != nil && Program.find("cgps") != nil,
                "tmux or gpsd-clients is not installed: Scripts/deps --ci"))
        func `cgps shows the fix and the satellites on its screen`() async throws {
            try await Stage.run { stage in
                let daemon = try await stage.sharing()
                let script = try stage.file("script", "exec cgps -s 127.0.0.1:\(daemon.gpsd)\n")
                let terminal = try await Watch.Terminal(stage, columns: 100, rows: 40, running: script)
                let screen = try await stage.until("cgps shows a fix") {
                    let lines = try await terminal.lines()
                    let isThere = ["3D FIX", "47.5", "8.70"].allSatisfy { word in lines.contains { $0.contains(word) } }
                    // How many satellites there are depends on the hour.
                    return isThere && lines.contains { $0.contains(/Seen [1-9]/) } ? lines : nil
                }
                // Figures that a newer protocol would call otherwise stay empty on it.
                #expect(screen.contains { $0.contains("Alt (HAE, MSL)") && !$0.contains("n/a") }, "\(screen)")
                try await terminal.press("q")
            }
        }

        @Test(.enabled(if: Program.hasGPSD && hasClients, "gpsd is not installed: make deps"))
        func `A gpsd behind locd has mode 3 and the same positions, by gpsd's protocol and by NMEA`() async throws {
            try await Stage.run { stage in
                let daemon = try await stage.sharing(rate: 5)
                for source in ["gpsd://127.0.0.1:\(daemon.gpsd)", "tcp://127.0.0.1:\(daemon.nmea)"] {
                    let port = try stage.freePort()
                    let gpsd = try await stage.gpsd(port: port, devices: [source], mayWrite: true)
                    let said = try await stage.answer(
                        of: "gpspipe at \(source)", ["gpspipe", "-w", "-n", "40", "127.0.0.1:\(port)"], at: daemon)
                    try await daemon.expectRecorded(SharedReport.reports(of: said), from: source)
                    gpsd.send(.terminate)
                    try await stage.until("gpsd ends") { gpsd.status != nil }
                }
            }
        }

        private static func fixes(ofCSV text: String) -> [SharedReport] {
            text.split(whereSeparator: \.isNewline).compactMap { line in
                let fields = line.split(separator: ",")
                guard fields.count == 3, let time = SharedReport.seconds(String(fields[0])) else { return nil }
                return SharedReport(latitude: Double(fields[1]), longitude: Double(fields[2]), time: time)
            }
        }

        private static func points(ofGPX text: String) -> [SharedReport] {
            text.matches(of: #/<trkpt lat="([^"]+)" lon="([^"]+)">.*?<time>([^<]+)</time>/#.dotMatchesNewlines()).map {
                SharedReport(latitude: Double($0.1), longitude: Double($0.2), time: SharedReport.seconds(String($0.3)))
            }
        }

        private static func hasItsChecksum(_ sentence: Substring) -> Bool {
            let parts = sentence.dropFirst().split(separator: "*")
            return parts.count == 2 && UInt8(parts[1], radix: 16) == parts[0].utf8.reduce(0, ^)
        }
    }
}
