import Foundation
import Testing

extension SystemTests {
    /// A file's name may have any bytes but zero and the slash.
    @Suite("Names of files")
    struct FileNames {
        private static let gpx =
            #"<gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>"#
            + #"<trkpt lat="54.1" lon="10.2"><time>2026-05-01T08:00:00Z</time></trkpt>"#
            + #"<trkpt lat="54.2" lon="10.2"><time>2026-05-01T08:20:00Z</time></trkpt></trkseg></trk></gpx>"#

        /// A name as printf writes it, and as locd does.
        private static let names = [
            ("lat\\357n.gpx", "lat\\xEFn.gpx"), ("\\200\\377.gpx", "\\x80\\xFF.gpx"),
            ("f\\303\\244hre \\342\\233\\264.gpx", "fähre ⛴.gpx"), ("half \\303.gpx", "half \\xC3.gpx"),
            ("line\\nbreak.gpx", "line\\x0Abreak.gpx"), ("red\\033[31m\\tand.gpx", "red\\x1B[31m\\x09and.gpx"),
            ("\\302\\233c1.gpx", "\\xC2\\x9Bc1.gpx"), ("-dash.gpx", "-dash.gpx"),
            ("a \"b\" & <c>.gpx", "a \"b\" & <c>.gpx"),
            (String(repeating: "x", count: 251) + ".gpx", String(repeating: "x", count: 251) + ".gpx"),
        ]

        /// Runs `locd VERB NAME` in the folder of the stage, where a file of that name has the text.
        private func run(_ stage: Stage, _ name: String, _ text: String?, _ verb: String) async throws -> Program.Answer
        {
            let write = text == nil ? "" : "printf %s \"$4\" >\"./$name\";"
            return try await Program.run(
                "/bin/sh",
                [
                    "-c",
                    "cd \"$1\"; name=$(printf -- \"$2x\"); name=${name%x}; \(write) exec \"$3\" \(verb) -- \"$name\"",
                    "sh", stage.directory, name, Program.locd, text ?? "",
                ])
        }

        @Test(arguments: names)
        func `A file of any name is imported and replayed, and its name is printed in one line`(
            name: String, shown: String
        ) async throws {
            try await Stage.run { stage in
                let tracks = stage.path("tracks")
                try FileManager.default.createDirectory(atPath: tracks, withIntermediateDirectories: true)
                let imported = try await run(stage, name, Self.gpx, "track import --directory \(tracks)")
                #expect(imported.code == 0 && imported.words.hasPrefix("\(shown): 2 locations"), "\(imported.words)")
                let again = try await run(stage, name, nil, "track import --directory \(tracks)")
                #expect(again.code == 73 && !again.words.contains("\u{1B}"), "\(again.words)")
                let replayed = try await run(stage, name, nil, "replay")
                #expect(replayed.code == 66 || replayed.code == 65)
                #expect(
                    replayed.words.contains(shown) && replayed.words.split(separator: "\n").count == 1,
                    "\(replayed.words)")
                let exported = try await Program.run(
                    Program.locd, ["track", "export", "--format", "gpx", "\(tracks)/2026-05-01.jsonl"])
                #expect(exported.code == 0 && exported.output.contains("54.2"))
            }
        }

        @Test(arguments: ["replay", "track export -o", "region add"])
        func `A name that is not UTF-8 and names no file is refused by its name`(verb: String) async throws {
            try await Stage.run { stage in
                let answer = try await run(stage, "lat\\357n", nil, verb)
                #expect(
                    answer.code == 64 && answer.words.contains("lat\\xEFn: no such file, and the name is not UTF-8"))
            }
        }
    }
}
