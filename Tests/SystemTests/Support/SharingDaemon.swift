import Foundation
import LocationModel
import LocdProtocol
import Testing

/// A daemon that serves other programs, and where.
struct SharingDaemon {
    let stage: Stage
    let locd: DaemonConfiguration
    let child: Child
    let nmea: UInt16
    let nmeaSocket: String
    let gpsd: UInt16
    /// `nil` if GeoClue's service is not served.
    let bus: PrivateBus?

    /// Stands for the port of NMEA among the arguments of a program that starts the daemon.
    static let portOfNMEA = "PORT-OF-NMEA"

    /// The environment of a program that is to find the bus.
    var environment: [String] { [bus?.assignment].compactMap(\.self) }

    /// Expects that reports are what the recorder wrote, each at its time and place, to a millionth of a degree.
    func expectRecorded(_ reports: [SharedReport], from program: String, atLeast least: Int = 10) async throws {
        let last = reports.map { Self.milliseconds($0.time) }.max() ?? 0
        // Programs have a location a moment before the track.
        let recorded = try await stage.until("the track has the last location of \(program)") {
            let track = try locd.track().of("location").map { (Self.milliseconds($0.time), $0) }
            return track.contains { $0.0 >= last } ? Dictionary(track) { $1 } : nil
        }
        #expect(reports.count >= least, "\(program): \(reports.count) reports")
        for report in reports {
            guard let entry = recorded[Self.milliseconds(report.time)] else {
                Issue.record("\(program): \(report) was never recorded")
                continue
            }
            let isThere =
                abs((report.latitude ?? .nan) - (entry.latitude ?? .nan)) < 1e-6
                && abs((report.longitude ?? .nan) - (entry.longitude ?? .nan)) < 1e-6
            #expect(isThere, "\(program): \(report), recorded \(entry)")
        }
    }

    private static func milliseconds(_ seconds: Double?) -> Int { Int(rounding: (seconds ?? 0) * 1000) }
}

extension Stage {
    /// A daemon that reads a simulated receiver and serves all protocols; GeoClue's if there is a bus. Returns when it
    /// has a fix and serves.
    /// - Parameters:
    ///   - starter: A program, with arguments, that becomes the daemon.
    ///   - host: Where the ports are.
    func sharing(
        on bus: PrivateBus? = nil, servingGeoClue: Bool = true, rate: Int = 10, through starter: [String] = [],
        host: String = "127.0.0.1", _ more: [String] = []
    ) async throws -> SharingDaemon {
        _ = try await receiver("loop", "--rate", "\(rate)", "--loop", "--time-to-first-fix", "0")
        let (nmea, gpsd, socket) = (try freePort(), try freePort(), path("nmea.sock"))
        let locd = DaemonConfiguration(
            directory: path("locd"),
            settings: [
                "receiver.source: serial:\(device)", "geocoder.table: none",
                "sharing.nmea: [tcp://\(host):\(nmea), unix:\(socket)]", "sharing.gpsd: tcp://\(host):\(gpsd)",
                "sharing.geoclue: \(bus != nil && servingGeoClue)",
            ] + DaemonConfiguration.unfiltered + more)
        try locd.write()
        let words =
            [bus?.assignment].compactMap(\.self)
            + starter.map { $0 == SharingDaemon.portOfNMEA ? "\(nmea)" : $0 } + [
                Program.locd, "run", "--config", locd.file,
            ]
        let child = start("locd", path: words[0], Array(words.dropFirst()))
        let status = try await status(of: locd, "a fix") { $0.receiver.state == .fix3D && ($0.recorder.lines ?? 0) > 3 }
        #expect(status.problems.isEmpty, "\(status.problems)")
        return SharingDaemon(
            stage: self, locd: locd, child: child, nmea: nmea, nmeaSocket: socket, gpsd: gpsd, bus: bus)
    }

    /// Starts a program that finds the daemon's bus, and waits for its end; what it said.
    func answer(
        of name: String, _ words: [String], at daemon: SharingDaemon, within limit: Duration = .seconds(30)
    ) async throws -> String {
        let all = daemon.environment + words
        let child = start(name, path: all[0], Array(all.dropFirst()))
        child.mayEnd()
        try await until("\(name) ends", within: limit) { child.status != nil }
        return child.words
    }
}
