import Foundation
import Glibc
import LocationModel
import LocdProtocol
import Testing

extension SystemTests {
    /// `locd doctor` beside real gpsd, real ports and a real daemon.
    @Suite struct DoctorTests {
        private func doctor(_ daemon: DaemonConfiguration, as user: Int? = nil) async throws -> (DoctorReport, Int32?) {
            try daemon.write()
            let answer = try await Program.run(
                (user.map(Program.asUser) ?? []) + [Program.locd, "doctor", "--json", "--config", daemon.file])
            let report = try JSONDecoder().decode(DoctorReport.self, from: Data(answer.output.utf8))
            #expect(report.canRecord == (answer.code == 0), "\(answer.all)")
            return (report, answer.code)
        }

        private func serial(_ stage: Stage, _ query: String = "") -> DaemonConfiguration {
            DaemonConfiguration(
                directory: stage.path("locd"), settings: ["receiver.source: serial:\(stage.device)\(query)"])
        }

        @Test(.enabled(if: Program.hasGPSD, "gpsd is not installed"))
        func aReceiverBehindRealGPSDIsFoundFit() async throws {
            try await Stage.run { stage in
                _ = try await stage.receiver("loop")
                let port = try stage.freePort()
                _ = try await stage.gpsd(port: port)
                let daemon = stage.configuration(port: port)
                let (report, code) = try await doctor(daemon)
                #expect(code == 0, "\(report)")
                for name in [DoctorCheck.Name.gpsdReachable, .gpsdVersion, .gpsdDevices, .gpsdAccess, .sentences, .fix]
                {
                    #expect(report.checks.first { $0.name == name }?.outcome == .ok, "\(report)")
                }
                // With the daemon at work it is found fit too, and the words fit a terminal.
                _ = try await stage.daemon(daemon)
                let words = try await Program.run(Program.locd, ["doctor", "--config", daemon.file])
                #expect(words.code == 0 && words.output.contains("ok locd"), "\(words.all)")
                #expect(words.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
            }
        }

        @Test(.enabled(if: Program.hasGPSD, "gpsd is not installed"))
        func aGPSDWithoutADeviceAndAMissingGPSDAreReported() async throws {
            try await Stage.run { stage in
                let port = try stage.freePort()
                let (absent, code) = try await doctor(stage.configuration(port: port))
                #expect(code == 1 && absent.failures.contains(.gpsdReachable), "\(absent)")
                _ = try await stage.gpsd(port: port, devices: [])
                let (bare, _) = try await doctor(stage.configuration(port: port))
                #expect(bare.failures == [.gpsdDevices], "\(bare)")
                // One with another receiver than the named one, which exists.
                _ = try await stage.receiver("loop")
                let busy = try stage.freePort()
                _ = try await stage.gpsd(port: busy, devices: [stage.device])
                let null = DaemonConfiguration(
                    directory: stage.path("null"), settings: ["receiver.source: gpsd://127.0.0.1:\(busy)/dev/null"])
                #expect(try await doctor(null).0.failures.contains(.gpsdDevices))
            }
        }

        @Test func aPortWithSentencesIsFoundFitWithAndWithoutTheDaemon() async throws {
            try await Stage.run { stage in
                _ = try await stage.receiver("loop")
                let daemon = serial(stage)
                #expect(try await doctor(daemon).1 == 0)
                _ = try await stage.daemon(daemon)
                _ = try await stage.status(of: daemon, "a fix") { $0.receiver.state.hasFix }
                let (report, code) = try await doctor(daemon)
                #expect(code == 0, "\(report)")
                #expect(report.checks.first { $0.name == .holder }?.sentence == "open in locd only", "\(report)")
            }
        }

        @Test func bytesThatAreNotSentencesAreReportedByDoctorAndStatus() async throws {
            try await Stage.run { stage in
                let line = try NoisyLine(link: stage.device)
                defer { line.end() }
                let daemon = serial(stage, "?baud=9600")
                let (report, code) = try await doctor(daemon)
                let check = try #require(report.checks.first { $0.name == .sentences })
                #expect(code == 1 && check.outcome == .failure, "\(report)")
                #expect(check.sentence.hasPrefix("bytes but no sentences"), "\(report)")

                _ = try await stage.daemon(daemon)
                let status = try await stage.status(of: daemon, "unreadable") { $0.receiver.cause == .unreadable }
                #expect(status.receiver.state == .silent)
                #expect(status.receiver.detail?.contains("bytes, but no sentences") == true)
                let words = try await daemon.statusCommand()
                #expect(words.code == 75 && words.output.contains("bytes, but no sentences"), "\(words.all)")
                #expect(try await doctor(daemon).0.failures == [.sentences])
            }
        }

        @Test(
            .enabled(if: geteuid() == 0 && Program.setpriv != nil, "only root can become somebody who may read nothing")
        )
        func aPortWithoutPermissionNamesTheGroup() async throws {
            try await Stage.run { stage in
                _ = try await stage.receiver("loop")
                let group = try #require(getgrnam("dialout"), "Debian has a group dialout").pointee.gr_gid
                let terminal = try FileManager.default.destinationOfSymbolicLink(atPath: stage.device)
                #expect(chown(terminal, 0, group) == 0 && chmod(terminal, 0o660) == 0)
                let daemon = serial(stage)
                try daemon.write()
                #expect(chmod(daemon.directory, 0o777) == 0 && chmod(daemon.tracks, 0o777) == 0)

                let (report, code) = try await doctor(daemon, as: 65_534)
                let check = try #require(report.checks.first { $0.name == .permission })
                #expect(code == 1 && check.outcome == .failure, "\(report)")
                #expect(
                    check.sentence.contains("group dialout") && check.remedy?.contains("adduser") == true, "\(check)")

                // The daemon says the same of itself.
                let child = stage.start(
                    "locd", path: "env", Program.asUser(65_534) + [Program.locd, "run", "--config", daemon.file])
                let status = try await stage.status(of: daemon, "no permission") {
                    $0.receiver.cause == .permissionDenied
                }
                #expect(status.receiver.detail?.contains("'dialout'") == true, "\(status)")
                await child.end()
            }
        }

        @Test func aConfigurationThatIsRefusedIsTheAnswer() async throws {
            try await Stage.run { stage in
                let daemon = serial(stage).with(["recorder.distanceFilter: far"])
                let (report, code) = try await doctor(daemon)
                #expect(code == 78 && report.failures == [.configuration], "\(report)")
                // The daemon does not start with wrong rules either.
                let other = serial(stage)
                try FileManager.default.createDirectory(atPath: other.directory, withIntermediateDirectories: true)
                try Data("clients: 1\n".utf8).write(to: URL(filePath: "\(other.directory)/clients.yaml"))
                let (rules, refused) = try await doctor(other)
                #expect(refused == 78 && rules.failures == [.configuration], "\(rules)")
            }
        }
    }
}
