import Glibc
import Testing

/// A pseudo-terminal whose far end the test is: what it writes, a receiver sends.
final class SerialTerminal {
    /// The device to open.
    let device: String
    private let master: Int32

    init?() {
        var master: Int32 = -1
        var slave: Int32 = -1
        var name = [CChar](repeating: 0, count: 128)
        guard openpty(&master, &slave, &name, nil, nil) == 0 else { return nil }
        // Nobody echoes what the test writes before the receiver has made the line raw.
        var settings = termios()
        tcgetattr(slave, &settings)
        cfmakeraw(&settings)
        tcsetattr(slave, TCSANOW, &settings)
        close(slave)
        self.master = master
        device = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Sends.
    func write(_ text: String) {
        let bytes = Array(text.utf8)
        #expect(Glibc.write(master, bytes, bytes.count) == bytes.count)
    }

    /// Whether this process has the device open, as the kernel says.
    var isOpen: Bool {
        guard let folder = opendir("/proc/self/fd") else { return false }
        defer { closedir(folder) }
        var target = [CChar](repeating: 0, count: 128)
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            let count = readlink("/proc/self/fd/" + name, &target, target.count)
            guard count > 0 else { continue }
            if String(decoding: target.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self) == device {
                return true
            }
        }
        return false
    }

    /// Unplugs it.
    func unplug() { close(master) }
}

/// A sentence with its checksum and line end.
func sentence(_ body: String) -> String {
    let checksum = body.utf8.reduce(0, ^)
    let digits = String(checksum, radix: 16, uppercase: true)
    return "$\(body)*\(digits.count == 1 ? "0" : "")\(digits)\r\n"
}

/// Two sentences of one second of 2026-11-21.
func epoch(_ time: String) -> String {
    sentence("GPGGA,\(time),4730.0000,N,00830.0000,E,1,08,0.9,450.0,M,47.0,M,,")
        + sentence("GPRMC,\(time),A,4730.0000,N,00830.0000,E,10.0,45.0,211126,,,A")
}
