import Foundation
import Glibc
import LocationModel
import LocdClient
import LocdProtocol
import Testing

extension SystemTests {
    /// What people type every day: files from pipes, names of places, and what is said beside the data.
    @Suite("Everyday verbs")
    struct EverydayVerbs {
        private static let track = """
            {"type":"header","schema":1,"version":"1","receiver":"gpsd://localhost:2947","run":"one"}
            {"type":"location","timestamp":"2026-11-21T06:00:00.000Z","latitude":47.5,"longitude":8.5,"speed":10}
            {"type":"location","timestamp":"2026-11-21T06:00:10.000Z","latitude":47.5009,"longitude":8.5,"speed":10}

            """

        /// Runs a verb with what a program writes into its standard input.
        private func piped(_ text: String, through filter: String = "cat", _ verb: [String]) async throws
            -> Program.Answer
        {
            try await Stage.run { stage in
                let file = try stage.file("input", text)
                return try await Program.run(
                    "sh", ["-c", "file=$0; \(filter) <\"$file\" | \"$@\"", file, Program.locd] + verb)
            }
        }

        @Test func `A person raises the accuracy for a while, and puts the recorder to sleep`() async throws {
            try await Stage.run { stage in
                _ = try await stage.receiver("loop", "--rate", "5", "--loop", "--time-to-first-fix", "0")
                let locd = stage.serial(["recorder.desiredAccuracy: hundredMeters"])
                _ = try await stage.daemon(locd)
                func say(_ words: String..., until isSo: (RecorderStatus) -> Bool) async throws {
                    let answer = try await Program.run(Program.locd, words + ["--socket", locd.socket])
                    #expect(answer.code == 0, "\(answer.all)")
                    _ = try await stage.status(of: locd, words.joined(separator: " ")) { isSo($0.recorder) }
                }
                try await say("accuracy", "best", "--for", "10m") {
                    $0.settingsInForce?.reason == .raised && $0.settingsInForce?.desiredAccuracy == "best"
                }
                try await say("accuracy", "usual") { $0.settingsInForce == nil && $0.lines ?? 0 > 3 }
                try await say("sleep") { $0.settingsInForce?.reason == .sleep }
                let asleep = try await locd.client.status()
                // Five fixes a second go on coming, and none of them is recorded.
                let later = try await stage.status(of: locd, "more fixes") {
                    $0.fixes.accepted > asleep.fixes.accepted + 20
                }
                #expect(later.recorder.lines ?? 0 <= (asleep.recorder.lines ?? 0) + 1)
                try await say("wake") { $0.settingsInForce == nil && $0.lines ?? 0 > (later.recorder.lines ?? 0) + 1 }
            }
        }

        @Test func `One location is one, and two are more`() async throws {
            let one = Self.track.split(separator: "\n").prefix(2).joined(separator: "\n") + "\n"
            try await Stage.run { stage in
                for (track, words) in [(one, "Wrote 1 of 1 location to "), (Self.track, "Wrote 2 of 2 locations to ")] {
                    let verb = ["track", "export", "-", "--no-privacy", "-o", stage.path("a.gpx")]
                    let export = try await piped(track, verb)
                    #expect(export.words.contains(words), "\(export.words)")
                }
                let map = try await piped(
                    one, ["track", "map", "-", "--no-privacy", "--base-map", "none", "-o", stage.path("a.svg")])
                #expect(map.words.contains("Wrote 1 location to "), "\(map.words)")
                let replay = try await piped(one, ["replay", "-"])
                #expect(replay.words.contains("1 fix, 1 good"), "\(replay.words)")
            }
        }

        @Test(arguments: ["cat", "gzip -c"])
        func `- is standard input, also of a compressed track`(filter: String) async throws {
            let stats = try await piped(Self.track, through: filter, ["track", "stats", "-", "--json", "--no-privacy"])
            #expect(stats.code == 0 && stats.output.contains("\"locations\":2,"), "\(stats.all)")
            // The options of a range seek in it.
            let shown = try await piped(
                Self.track, through: filter,
                ["track", "show", "-", "--no-privacy", "--from", "2026-11-21T06:00:05Z"])
            #expect(shown.output.contains("47.5009") && !shown.output.contains("47.5,"), "\(shown.all)")
            let export = try await piped(
                Self.track, through: filter,
                ["track", "export", "-", "--no-privacy", "--format", "csv", "--output", "-"])
            #expect(export.output.split(separator: "\r\n").count == 3, "\(export.all)")
            let replay = try await piped(Self.track, through: filter, ["replay", "-"])
            #expect(replay.output.contains("\"simulated\":true"), "\(replay.all)")
        }

        @Test
        func `What is wrong in standard input is told by that name, and a region file may come from it`() async throws {
            let wrong = try await piped(Self.track + "nonsense\n", ["track", "stats", "-", "--no-privacy"])
            #expect(wrong.code == 65 && wrong.words.hasPrefix("standard input:4: "), "\(wrong.words)")
            let gpx = """
                <gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>
                <trkpt lat="47" lon="8"><time>2026-11-21T06:00:00Z</time></trkpt></trkseg></trk></gpx>
                """
            try await Stage.run { stage in
                let imported = try await piped(gpx, ["track", "import", "-", "--directory", stage.directory])
                #expect(
                    imported.code == 0 && imported.words.hasPrefix("standard input: 1 location;"), "\(imported.all)")
                let file = try String(contentsOfFile: stage.path("2026-11-21.jsonl"), encoding: .utf8)
                #expect(file.contains("\"receiver\":\"file:standard input\""))
            }
            let region = try await piped("{\"type\": 1}", ["region", "add", "-", "--socket", "/nonexistent"])
            #expect(region.code == 65 && region.words.hasPrefix("locd: standard input: line 1"), "\(region.words)")
        }

        @Test func `A folder that is imported again adds its new files; many days are few words`() async throws {
            try await Stage.run { stage in
                func file(_ name: String, _ days: [Int]) throws -> String {
                    let points = days.map { day in
                        "<trkpt lat='47' lon='8'><time>2026-11-\(day)T06:00:00Z</time></trkpt>"
                    }
                    return try stage.file(name, "<gpx><trk><trkseg>\(points.joined())</trkseg></trk></gpx>")
                }
                let tracks = stage.path("tracks")
                try FileManager.default.createDirectory(atPath: tracks, withIntermediateDirectories: false)
                let (old, new) = (try file("old.gpx", [21]), try file("new.gpx", [22, 23, 24, 25]))
                let first = try await Program.run(Program.locd, ["track", "import", "--directory", tracks, old])
                #expect(first.code == 0 && first.words.hasSuffix("; in 2026-11-21.jsonl\n"), "\(first.all)")
                let again = try await Program.run(Program.locd, ["track", "import", "--directory", tracks, old, new])
                #expect(again.code == 73 && again.words.contains("old.gpx: not imported: "), "\(again.all)")
                #expect(again.words.contains("; in 4 files, 2026-11-22.jsonl to 2026-11-25.jsonl"), "\(again.all)")
                #expect(try FileManager.default.contentsOfDirectory(atPath: tracks).count == 5)
            }
        }

        @Test func `LOCD_SOCKET names the daemon whose track is read, in its units and without its private regions`()
            async throws
        {
            try await Stage.run { stage in
                let (locd, _) = try await stage.live(["display.units: imperial"])
                let variable = "LOCD_SOCKET=\(locd.socket)"
                for verb in [["today"], ["track", "stats"], ["track", "list"]] {
                    let answer = try await Program.run(variable, [Program.locd] + verb)
                    #expect(answer.code == 0 && answer.output.contains(#/ (mi|ft)/#), "\(answer.all)")
                }
                // A directory of one's own is stronger.
                let own = try await Program.run(
                    variable, ["LOCD_TRACKS_DIRECTORY=\(stage.path("none"))", Program.locd, "today"])
                #expect(own.code == 66, "\(own.all)")
            }
        }

        @Test func `A locale without UTF-8 gets words in ASCII, and JSON as it is`() async throws {
            try await Stage.run { stage in
                let file = try stage.file(
                    "2026-11-21.jsonl", Self.track.replacing("gpsd://localhost:2947", with: "file:Zürich"))
                let verb = [Program.locd, "doctor", "--config", stage.path("none.yaml")]
                for (locale, isASCII) in [
                    ("LC_ALL=C", true), ("LC_ALL=en_GB.ISO-8859-1", true), ("LC_ALL=de_DE.utf8", false),
                    ("LC_ALL=", false),
                ] {
                    let answer = try await Program.run(locale, ["LANG=C.UTF-8", "LC_CTYPE="] + verb)
                    let isPlain = answer.all.allSatisfy(\.isASCII)
                    #expect(!answer.all.isEmpty && isPlain == isASCII, "\(locale) \(answer.all)")
                }
                let header = try await Program.run("LC_ALL=C", [Program.locd, "track", "show", file, "--no-privacy"])
                #expect(header.code == 0, "\(header.all)")
                let wrong = try await Program.run("LC_ALL=C", [Program.locd, "today", "tomorów"])
                #expect(wrong.code == 64 && wrong.words.contains("as a time. Examples"), "\(wrong.words)")
            }
        }

        @Test(arguments: [["export", "-o", "/nonexistent/x.gpx"], ["map", "-o", "/nonexistent/x.svg"]])
        func `An output in a folder that is missing is an output that cannot be written, with 73`(verb: [String])
            async throws
        {
            let answer = try await piped(Self.track, ["track", verb[0], "-", "--no-privacy"] + verb.dropFirst())
            #expect(answer.code == 73, "\(answer.all)")
            #expect(answer.words.contains("locd: cannot write /nonexistent/x."), "\(answer.words)")
            #expect(answer.words.contains("there is no folder /nonexistent. Create it"), "\(answer.words)")
        }

        @Test func `A track that this user may not read is refused for reading, with 77`() async throws {
            try await Stage.run { stage in
                let file = try stage.file("day.jsonl", Self.track)
                try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: file)
                let verb = [try stage.publicCopyOfLocd(), "track", "stats", file, "--no-privacy"]
                let words = getuid() == 0 ? Program.asNobody(verb[0]) + verb.dropFirst() : verb
                let answer = try await Program.run(words)
                #expect(answer.code == 77, "\(answer.all)")
                #expect(answer.words.contains("day.jsonl") && answer.words.contains("Run as root"), "\(answer.words)")
                #expect(!answer.words.contains("writ"), "\(answer.words)")
            }
        }

        @Test func `A comparison of a filtered track says that it cannot show gains`() async throws {
            try await Stage.run { stage in
                let (file, other) = (stage.path("day.jsonl"), stage.path("other.yaml"))
                try Self.track.write(toFile: file, atomically: true, encoding: .utf8)
                try "recorder:\n  distanceFilter: none\n".write(toFile: other, atomically: true, encoding: .utf8)
                let track = try await Program.run(Program.locd, ["replay", file, "--diff", other])
                #expect(track.code == 0 && track.words.contains("day.jsonl is a track: "), "\(track.words)")
                #expect(track.words.contains("cannot appear as gained (+)"))
                let recording = try stage.file(
                    "walk.nmea", "$GPGGA,120000.00,4730.000,N,00830.000,E,1,08,1.0,400.0,M,48.0,M,,*65\r\n")
                let nmea = try await Program.run(
                    Program.locd, ["replay", recording, "--date", "2026-11-21", "--diff", other])
                #expect(!nmea.words.contains("is a track"), "\(nmea.words)")
            }
        }

        @Test func `Without a daemon and a table geocode says what is missing, with 69`() async throws {
            try await Stage.run { stage in
                let file = try stage.file("locd.yaml", "geocoder:\n  table: \(stage.path("places.locd"))\n")
                let answer = try await Program.run(
                    Program.locd, ["geocode", "Bern", "--config", file, "--socket", stage.path("none")])
                #expect(answer.code == 69 && answer.words.hasPrefix("locd: "), "\(answer.all)")
                #expect(answer.words.contains("places.locd not found. Install the package"), "\(answer.words)")
            }
        }

        @Test(.enabled(if: Program.hasPlaces, "no place table: make places"))
        func `A name becomes coordinates and coordinates a name`() async throws {
            try await Stage.run { stage in
                let file = try stage.file("locd.yaml", "geocoder:\n  table: \(Program.places)\n")
                func locd(_ words: String...) async throws -> Program.Answer {
                    try await Program.run(Program.locd, ["geocode"] + words + ["--offline", "--config", file])
                }
                let there = try await locd("Bern")
                let place = try #require(there.output.split(separator: " ").first)
                #expect(place.hasPrefix("46.9") && place.contains(",7.4"), "\(there.all)")
                #expect(there.output.contains("Switzerland"))
                // What is printed as a place is read as one.
                let back = try await locd(String(place), "--json", "--locale", "en")
                #expect(back.output.contains("\"type\":\"placemark\",\"latitude\":46.9"), "\(back.all)")
                #expect(
                    back.output.contains("\"locality\":\"Bern\"") && back.output.contains("\"isoCountryCode\":\"CH\""))
                let south = try await locd("-36.85,174.76")
                #expect(south.output.contains("Auckland"), "\(south.all)")
                let nothing = try await locd("Qwertzuiopü")
                #expect(nothing.code == 66 && nothing.words.hasPrefix("locd: nothing found for \"Qwertzuiopü\""))
            }
        }
    }
}
