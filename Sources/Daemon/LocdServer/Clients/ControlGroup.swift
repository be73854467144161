import CLinux
package import Glibc
import LocationModel
import SystemSupport

/// The control group of a process, as in `/proc/PID/cgroup`, and the systemd unit that it belongs to.
package struct ControlGroup {
    /// The path below the root of the hierarchy.
    let path: String

    /// Reads the text of `/proc/PID/cgroup`: the line of the unified hierarchy, or that of systemd's own.
    init?(_ text: String) {
        let lines = text.split(separator: "\n")
        guard
            let line = lines.first(where: { $0.hasPrefix("0::") })
                ?? lines.first(where: { $0.contains(":name=systemd:") }),
            let start = line.firstIndex(of: "/")
        else { return nil }
        path = String(line[start...])
    }

    /// The control group of a process; `nil` if the process has ended or may not be read.
    init?(process: pid_t) {
        // Longer than any path that systemd makes. A truncated line would be the name of another unit, so it does not
        // count.
        guard let bytes = try? BoundedFile.contents(of: "/proc/\(process)/cgroup", limit: 16_383) else { return nil }
        self.init(String(decoding: bytes, as: UTF8.self))
    }

    /// The control group of the process at the other end of a connected Unix socket; `nil` if it has ended.
    ///
    /// After a process has ended, another one can get its number. So the result counts only if the process itself,
    /// which the kernel holds through the socket, still existed after the file was read. Kernels before 6.5 cannot
    /// report that: there the number must be enough.
    /// - Parameter process: Its number, as the kernel stored it when the connection was made.
    package init?(peerOf socket: CInt, process: pid_t) {
        var descriptor: CInt = -1
        switch clinux_peer_process(socket, &descriptor) {
        case 0:
            defer { close(descriptor) }
            self.init(process: process)
            guard clinux_process_has_ended(descriptor) == 0 else { return nil }
        case ENOPROTOOPT: self.init(process: process)
        default: return nil
        }
    }

    /// The service that the process runs in: `foo.service`, or, under a user's own manager,
    /// `user@1000.service/foo.service`, so that no user can name a service like one of the system's. `nil` for sessions
    /// and scopes, which change with every login.
    ///
    /// It is the outermost service: a service cannot rename itself with control groups of its own.
    package var unit: String? {
        var services = path.split(separator: "/").filter { $0.hasSuffix(".service") }
        guard let outermost = services.first else { return nil }
        guard outermost.hasPrefix("user@") else { return String(outermost) }
        services.removeFirst()
        return services.first.map { "\(outermost)/\(Self.withoutLaunch($0))" }
    }

    /// The service of a desktop's application without the random name of one launch: `app-org.kde.konsole.service` for
    /// `app-org.kde.konsole@0123456789abcdef0123456789abcdef.service`.
    private static func withoutLaunch(_ service: Substring) -> Substring {
        let name = service.dropLast(".service".count)
        guard name.hasPrefix("app-"), let at = name.lastIndex(of: "@") else { return service }
        let launch = name[at...].dropFirst()
        guard launch.utf8.count == 32, launch.utf8.allSatisfy({ $0.hexadecimalValue != nil }) else { return service }
        return name[..<at] + ".service"
    }
}
