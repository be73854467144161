import Foundation
import Glibc
import LocationModel
import LocdClient
import LocdProtocol
import Subprocess
import Testing

/// The links of the chain: receiver, gpsd, locd.
extension Stage {
    /// Where the receiver's device is found, whatever the pseudo-terminal is called.
    var device: String { path("gps") }
    /// gpsd's control socket.
    var control: String { path("gpsd.sock") }

    /// A port of the loopback that nobody has now: below those that the kernel gives to outgoing connections and to
    /// whoever asks for any, which may be gone before they are used.
    func freePort() throws -> UInt16 {
        let ports = (0..<100).lazy.map { _ in UInt16.random(in: 10_000..<32_000) }
        return try #require(ports.first { (try? Socket(listeningOn: $0)) != nil })
    }

    /// A receiver on a pseudo-terminal: `locd simulate`. Returns when its device is there.
    func receiver(_ route: String, _ options: String...) async throws -> Child {
        let child = start("receiver", path: Program.locd, ["simulate", route, "--link", device] + options)
        try await until("the receiver's device") { FileManager.default.fileExists(atPath: device) }
        return child
    }

    /// The real gpsd on a port of the loopback; `opensAtOnce` is its `-n`. Only if it `mayWrite` (without its `-b`) it
    /// asks another gpsd for reports. Returns when it listens.
    func gpsd(
        port: UInt16, devices: [String]? = nil, opensAtOnce: Bool = true, mayWrite: Bool = false
    ) async throws -> Child {
        var program = try #require(Program.gpsd)
        if Program.isConfined {
            let copy = path("gpsd")
            if !FileManager.default.fileExists(atPath: copy) {
                try FileManager.default.copyItem(atPath: program, toPath: copy)
            }
            program = copy
        }
        let options = ["-N", "-S", "\(port)", "-F", control] + (mayWrite ? [] : ["-b"]) + (opensAtOnce ? ["-n"] : [])
        let child = start("gpsd", path: program, options + (devices ?? [device]))
        try await until("gpsd listens") { (try? Socket(connectingTo: port)) != nil }
        return child
    }

    /// Tells gpsd of a device, as udev does: `+` or `-` and the path.
    func sendToGPSD(_ command: String) async throws {
        let socket = try Socket(connectingTo: control)
        _ = socket.write(Array("\(command)\r\n".utf8)[...])
        // Its answer says that it has done so.
        let _: [UInt8] = try await until("gpsd does \(command)") { socket.read() }
    }

    /// The daemon. Returns when its socket answers.
    func daemon(_ configuration: DaemonConfiguration) async throws -> Child {
        let child = try launch(configuration)
        try await until("locd answers") { (try? await configuration.client.status()) != nil }
        return child
    }

    /// The daemon, not waited for.
    func launch(_ configuration: DaemonConfiguration) throws -> Child {
        try configuration.write()
        return start("locd", path: Program.locd, ["run", "--config", configuration.file])
    }

    /// A daemon's configuration in this stage, reading a gpsd.
    func configuration(_ name: String = "locd", port: UInt16, _ settings: String...) -> DaemonConfiguration {
        DaemonConfiguration(
            directory: path(name), settings: ["receiver.source: gpsd://127.0.0.1:\(port)"] + settings)
    }

    /// A daemon's configuration in this stage, reading the receiver by itself.
    func serial(_ settings: [String] = []) -> DaemonConfiguration {
        DaemonConfiguration(directory: path("locd"), settings: ["receiver.source: serial:\(device)"] + settings)
    }

    /// A daemon's configuration in this stage, without a location.
    func silent(_ settings: [String] = []) throws -> DaemonConfiguration {
        let empty = try file("empty.nmea", "")
        return DaemonConfiguration(directory: path("locd"), settings: ["receiver.source: file:\(empty)"] + settings)
    }

    /// A daemon that records all fixes of a receiver on the built-in route, so many a second, and its process.
    func live(rate: Int = 5, _ settings: [String] = []) async throws -> (locd: DaemonConfiguration, child: Child) {
        _ = try await receiver("loop", "--rate", "\(rate)", "--loop", "--time-to-first-fix", "0")
        let locd = serial(["geocoder.table: none"] + DaemonConfiguration.unfiltered + settings)
        let child = try await daemon(locd)
        _ = try await status(of: locd, "a track") { $0.receiver.state == .fix3D && ($0.recorder.lines ?? 0) > 3 }
        return (locd, child)
    }

    /// The binary where everybody can run it: the checkout may lie in somebody's home.
    func publicCopyOfLocd() throws -> String { try publicCopy(of: Program.locd) }

    /// The same of another program.
    func publicCopy(of program: String) throws -> String {
        let copy = path("\(URL(filePath: program).lastPathComponent)-binary")
        if !FileManager.default.fileExists(atPath: copy) {
            try FileManager.default.copyItem(atPath: program, toPath: copy)
        }
        return copy
    }

    /// Waits for a status of the daemon that is as wanted.
    func status(
        of daemon: DaemonConfiguration, _ what: String, within limit: Duration = .seconds(30),
        _ isSo: (StatusReply) -> Bool
    ) async throws -> StatusReply {
        try await until("status: \(what)", within: limit) {
            guard let status = try? await daemon.client.status(), isSo(status) else { return nil }
            return status
        }
    }
}
