import Foundation
import Glibc
import LocationModel
import LocdProtocol
import Subprocess
import Testing

extension ProgramSystemTests {
    /// The built locd-web: in a browser, before several users, and under attack.
    @Suite("The page", .enabled(if: Program.python != nil, "python3 is not installed"))
    struct WebPage {
        /// Runs a check of the tool `web` to its end; what it said if it failed.
        private func check(
            _ name: String, on stage: Stage, _ options: [String], within limit: Duration = .seconds(240)
        ) async throws {
            let child = stage.start(
                "web \(name)", path: Program.python ?? "python3",
                [Program.tool("web"), name, Program.web, Program.locd, "--directory", stage.path("web-\(name)")]
                    + options)
            child.mayEnd()
            try await stage.until("it ends", within: limit) { child.status != nil }
            #expect(child.status == .exited(0), "\(child.words)")
        }

        private var ground: [String] {
            (FileManager.default.fileExists(atPath: Program.baseMap) ? ["--base-map", Program.baseMap] : [])
                + (Program.hasPlaces ? ["--places", Program.places] : [])
        }

        /// The track of a recording of the collection.
        private func replayed(_ recording: String, on stage: Stage) async throws -> String {
            let track = stage.path("track.jsonl")
            let replay = try await Program.run(
                Program.locd, ["replay", Recording.shared(recording), "--output", track])
            #expect(replay.code == 0, "\(replay.all)")
            return track
        }

        /// Runs a check with a daemon that records a simulated drive.
        private func checkRecording(_ name: String, _ options: [String] = []) async throws {
            try await Stage.run { stage in
                let locd = try await recording(stage)
                try await check(name, on: stage, ["--tracks", locd.tracks, "--socket", locd.socket] + options)
            }
        }

        /// A daemon that records a simulated drive, ten times a second.
        private func recording(_ stage: Stage) async throws -> DaemonConfiguration {
            let (locd, _) = try await stage.live(rate: 10)
            _ = try await stage.status(of: locd, "a track") { ($0.recorder.lines ?? 0) > 10 }
            return locd
        }

        @Test(
            .enabled(Program.noBrowser) { await Program.hasBrowser() },
            .enabled(if: Recording.drift.isThere, "no recordings beside the checkout"),
            arguments: [("truth/belval-crosscall.nmea.gz", "2022-10-27"), ("nmea/signalk-gps.log", "2014-04-03")])
        func `A recorded day has the marks of its records on the map, and the kilometres of track stats`(
            _ recording: String, _ day: String
        ) async throws {
            try await Stage.run { stage in
                let track = try await replayed(recording, on: stage)
                try await check("day", on: stage, ["--track", track, "--day", day] + ground)
            }
        }

        @Test
        func `A drive is the same for status, stats, list and page: each minute, over midnight and clock changes`()
            async throws
        {
            try await Stage.run { stage in try await check("agree", on: stage, [], within: .seconds(480)) }
        }

        @Test(.enabled(Program.noBrowser) { await Program.hasBrowser() })
        func `The marker moves with the receiver, today's track is drawn, and no request leaves the machine`()
            async throws
        { try await checkRecording("live", ground) }

        @Test(.enabled(if: getuid() == 0 && Program.setpriv != nil, "only root can become somebody else, with setpriv"))
        func `Each user sees what the daemon allows that user, and the network needs a token`() async throws {
            try await Stage.run { stage in
                let locd = try await recording(stage)
                try await check("users", on: stage, ["--tracks", locd.tracks, "--socket", locd.socket])
                // The daemon did not notice.
                let status = try await stage.status(of: locd, "it records") { $0.recorder.state == .recording }
                #expect(status.problems.isEmpty, "\(status.problems)")
            }
        }

        @Test(.enabled(Program.noBrowser) { await Program.hasBrowser() })
        func `An anchor watch takes two clicks, alarms on the page and reaches locd on; a wrong region is refused`()
            async throws
        { try await checkRecording("regions") }

        @Test(.enabled(Program.noBrowser) { await Program.hasBrowser() })
        func `The anchor watch alarms when nobody watches any more, and silence is seen`() async throws {
            try await Stage.run { stage in try await check("watch", on: stage, []) }
        }

        @Test(.enabled(Program.noBrowser) { await Program.hasBrowser() })
        func `What the page lacks is named at the start and on the page, and a port in use in words`() async throws {
            try await Stage.run { stage in try await check("missing", on: stage, []) }
        }

        @Test(
            .enabled(Program.noBrowser) { await Program.hasBrowser() },
            .enabled(if: Program.axe != nil, "axe-core is missing: Scripts/deps --ci"),
            .enabled(if: Recording.drift.isThere, "no recordings beside the checkout"))
        func `axe-core finds nothing serious in the page`() async throws {
            try await Stage.run { stage in
                let track = try await replayed("truth/belval-crosscall.nmea.gz", on: stage)
                try await check(
                    "accessible", on: stage,
                    ["--track", track, "--day", "2022-10-27", "--axe", Program.axe ?? ""] + ground)
            }
        }

        @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/sbin/nginx"), "nginx is not installed"))
        func `Behind nginx as the documentation configures it, a token is needed and live events come at once`()
            async throws
        { try await checkRecording("proxy") }

        @Test(
            .enabled(
                if: FileManager.default.isExecutableFile(atPath: "/usr/bin/systemd-socket-activate"),
                "systemd is not installed"))
        func `The first connection to a socket of systemd starts it`() async throws {
            try await Stage.run { stage in try await check("activated", on: stage, []) }
        }

        /// `Tests/Programs/web hostile` without --count sends ten thousand.
        @Test func `Two thousand hostile requests and a hundred slow ones are refused or bounded`() async throws {
            try await Stage.run { stage in try await check("hostile", on: stage, ["--count", "2000"]) }
        }
    }
}
