import Foundation
import Testing

extension LongSystemTests {
    /// Every verb that takes or prints a time, around midnight and both changes of the clocks, where half of the Earth
    /// lives.
    @Suite("Times by local clocks", .enabled(if: ChangedDay.hasZones, "no time zones here: install tzdata"))
    struct TimeZones {
        private func locd(_ day: ChangedDay, _ verb: [String]) async throws -> Program.Answer {
            try await Program.run("TZ=\(day.zone)", [Program.locd] + verb)
        }

        /// A folder with the track around a day, and the options that name it.
        private func withTrack(_ day: ChangedDay, _ body: (_ options: [String], Stage) async throws -> Void)
            async throws
        {
            try await Stage.run { stage in
                let directory = stage.path("tracks")
                try day.writeTrack(to: directory)
                let file = try stage.file(
                    "locd.yaml",
                    "tracks:\n  directory: \(directory)\nregions:\n  file: \(stage.path("none.geojson"))\n")
                try await body(["--config", file], stage)
            }
        }

        @Test(arguments: ChangedDay.all)
        func `A day of changed clocks is as long as it is, from its first minute to its last`(day: ChangedDay)
            async throws
        {
            try await withTrack(day) { options, _ in
                let shown = try await locd(day, ["track", "show", "--day", day.name] + options)
                let times = shown.output.split(separator: "\n").compactMap { line in
                    line.range(of: "\"timestamp\":\"").map { String(line[$0.upperBound...].prefix(24)) }
                }
                #expect(times.count == day.minutes)
                #expect(times.first == day.start && times.last == day.last, "\(shown.words)")
                let range = try await locd(
                    day, ["track", "filter", "--from", day.name, "--to", day.name, "--no-privacy"] + options)
                #expect(range.output.split(separator: "\n").filter { $0.contains("\"location\"") }.count == day.minutes)

                let stats = try await locd(day, ["track", "stats", "--day", day.name] + options)
                #expect(stats.output.contains("from                  \(day.name) 00:00:00\n"), "\(stats.output)")
                #expect(stats.output.contains("to                    \(day.name) 23:59:00\n"), "\(stats.output)")
                let json = try await locd(day, ["track", "stats", "--json", "--day", day.name] + options)
                #expect(json.output.contains("\"locations\":\(day.minutes),\"from\":\"\(day.start)\""), "\(json.all)")
                let accuracy = try await locd(day, ["track", "accuracy", "--json", "--day", day.name] + options)
                #expect(accuracy.output.contains("\"locations\":\(day.minutes),"))
                let utc = try await locd(day, ["track", "stats", "--utc", "--json", "--day", day.name] + options)
                #expect(utc.output.contains("\"locations\":1440,\"from\":\"\(day.name)T00:00:00.000Z\""), "\(utc.all)")
            }
        }

        @Test(arguments: ChangedDay.all)
        func `Days, trips and tracks are divided at the midnight of the place, with --utc at that of UTC`(
            day: ChangedDay
        ) async throws {
            try await withTrack(day) { options, stage in
                let days = try await locd(day, ["track", "stats", "--by", "day", "--json"] + options)
                let line = days.output.split(separator: "\n").first { $0.contains("\"period\":\"\(day.name)\"") }
                #expect(line?.contains("\"locations\":\(day.minutes),\"from\":\"\(day.start)\"") == true, "\(days.all)")

                let trips = try await locd(day, ["track", "list", "--trips", "--day", day.name] + options)
                #expect(trips.output.contains("\(day.name) 00:00"), "\(trips.all)")
                let today = try await locd(day, ["today", day.name] + options)
                #expect(today.output.hasPrefix("\(day.name), 00:00 to 23:59: "), "\(today.all)")
                let files = try await locd(day, ["track", "list", "--brief", "--json", "--day", day.name] + options)
                // Files are divided at midnight UTC: a local day lies in two of them.
                #expect(files.output.contains("\"day\":\"\(day.start.prefix(10))\""), "\(files.all)")
                #expect(files.output.contains("\"day\":\"\(day.last.prefix(10))\""), "\(files.all)")

                func names(_ more: [String]) async throws -> [String] {
                    let gpx = try await locd(
                        day, ["track", "export", "--format", "gpx", "--no-marks"] + more + options)
                    return gpx.output.components(separatedBy: "<trk><name>").dropFirst().map { part in
                        let points = part.components(separatedBy: "<trkpt").count - 1
                        return "\(part.prefix { $0 != "<" }) \(points)"
                    }
                }
                #expect(try await names(["--day", day.name]) == ["locd \(day.name) \(day.minutes)"])
                let (first, last) = ("\(day.start.prefix(10))", "\(day.last.prefix(10))")
                let inFirst = day.minutesBeforeMidnightUTC
                #expect(
                    try await names(["--utc", "--from", day.start, "--to", day.last])
                        == ["locd \(first) \(inFirst)", "locd \(last) \(day.minutes - inFirst)"])

                for (more, words) in [([], day.mapWords), (["--utc"], "00:00–23:59 UTC")] {
                    let map = try await locd(
                        day,
                        ["track", "map", "--day", day.name, "-o", "-", "--format", "svg", "--base-map", "none"]
                            + ["--places", "none"] + more + options)
                    #expect(map.output.contains(words), "\(map.words)")
                }
            }
        }

        @Test(arguments: ChangedDay.all)
        func `A time that clocks show twice is the first one, and one that they leave out is when they go on`(
            day: ChangedDay
        ) async throws {
            try await withTrack(day) { options, _ in
                for (text, moment) in day.moments {
                    let shown = try await locd(
                        day, ["track", "show", "--from", text, "--to", "\(day.name) 23:59"] + options)
                    let line = shown.output.split(separator: "\n").first { $0.contains("\"location\"") }
                    #expect(line?.contains("\"timestamp\":\"\(moment)\"") == true, "\(text): \(line ?? "")")
                }
                // What is printed where clocks show a time twice can be typed again.
                let (text, moment) = day.moments[day.moments.count - 1]
                let stats = try await locd(
                    day, ["track", "stats", "--from", text, "--to", "\(day.name) 23:59"] + options)
                let printed = try #require(stats.output.split(separator: "\n").first { $0.hasPrefix("from ") })
                    .dropFirst(22)
                let again = try await locd(
                    day, ["track", "show", "--from", String(printed), "--to", "\(day.name) 23:59"] + options)
                #expect(again.output.contains("\"timestamp\":\"\(moment)\""), "\(printed)")
            }
        }

        @Test(arguments: ChangedDay.all)
        func `The future is told by local clocks, and days of recordings and imports are those of UTC`(day: ChangedDay)
            async throws
        {
            try await withTrack(day) { options, stage in
                let future = try await locd(day, ["why", "2099-04-05", "--socket", stage.path("none")])
                #expect(future.code == 64 && future.words.contains("2099-04-05 00:00:00 is in the future"))
                let recording = stage.path("walk.nmea")
                // A recording that has no date takes the day that is given, in UTC.
                try "$GPGGA,120000.00,4730.000,N,00830.000,E,1,08,1.0,400.0,M,48.0,M,,*65\r\n"
                    .write(toFile: recording, atomically: true, encoding: .utf8)
                let replay = try await locd(day, ["replay", recording, "--date", day.name] + options)
                #expect(replay.output.contains("\"timestamp\":\"\(day.name)T12:00:00.000Z\""), "\(replay.all)")
                let imported = stage.path("imported")
                try FileManager.default.createDirectory(atPath: imported, withIntermediateDirectories: true)
                let answer = try await locd(
                    day, ["track", "import", recording, "--date", day.name, "--directory", imported])
                #expect(
                    answer.code == 0 && FileManager.default.fileExists(atPath: "\(imported)/\(day.name).jsonl"),
                    "\(answer.all)")
            }
        }
    }
}
