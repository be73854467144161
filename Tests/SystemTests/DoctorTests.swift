import Foundation
import LocationModel
import LocdProtocol
import Testing

extension SystemTests {
    /// `locd doctor` beside real gpsd, real ports and a real daemon.
    @Suite struct DoctorTests {
        private func doctor(_ daemon: DaemonConfiguration) async throws -> (DoctorReport, Int32?) {
            try daemon.write()
            let answer = try await Program.run(Program.locd, ["doctor", "--json", "--config", daemon.file])
            let report = try JSONDecoder().decode(DoctorReport.self, from: Data(answer.output.utf8))
            #expect(report.canRecord == (answer.code == 0), "\(answer.all)")
            return (report, answer.code)
        }

        @Test(.enabled(if: Program.hasGPSD, "gpsd is not installed"))
        func `A receiver behind real gpsd is found fit`() async throws {
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

        @Test func `A port with sentences is found fit with and without the daemon`() async throws {
            try await Stage.run { stage in
                _ = try await stage.receiver("loop")
                let daemon = stage.serial()
                #expect(try await doctor(daemon).1 == 0)
                _ = try await stage.daemon(daemon)
                _ = try await stage.status(of: daemon, "a fix") { $0.receiver.state.hasFix }
                let (report, code) = try await doctor(daemon)
                #expect(code == 0, "\(report)")
                #expect(report.checks.first { $0.name == .holder }?.sentence == "open in locd only", "\(report)")
            }
        }
    }
}
