import FoundationEssentials
import Glibc
import LocationModel
internal import LocdConfiguration
package import SystemSupport

/// The work of `locd-hook@.service`: finds the program of a hook by the name of its socket, and runs it for one event.
///
/// The line stays unread in the socket until the program has ended. If the process dies before, the kernel resets the
/// connection, and the daemon delivers the event again.
package struct HookRunner: Sendable {
    /// Why no program ran, or why it wants the event again.
    package enum Failure: Error, Sendable, Hashable, CustomStringConvertible {
        /// Standard input is not a Unix socket whose path names a hook.
        case noSocket
        /// No event arrived in time, or it was not one of locd's.
        case noEvent
        /// The program is missing or cannot be run.
        case noProgram(String, SystemCallError)
        /// The program ended with status 75 (`EX_TEMPFAIL`) or by a signal.
        case again(String, ChildProcess.End)

        package var description: String {
            switch self {
            case .noSocket:
                "standard input is not the socket of a hook. systemd runs this: systemctl enable --now locd-hook@NAME.socket"
            case .noEvent: "no event came from the socket"
            case .noProgram(let path, let error):
                "cannot run \(path): \(error.message); "
                    + (error.number == EACCES
                        ? "install it with mode 755" : "it must be a program, or begin with #! and one that exists")
            case .again(let path, .exited): "\(path) asks for the event again (status 75)"
            case .again(let path, .signalled(let number)):
                "\(path) was ended by signal \(number); the event comes again"
            }
        }
    }

    package static let directory = "/etc/locd/hooks.d"
    /// How long the event may take to arrive.
    static let patience: Int32 = 10_000
    /// The status with which a program asks for the event again.
    static let again: Int32 = 75

    private let directory: String

    /// Creates a runner for the programs in a directory.
    package init(directory: String = Self.directory) {
        self.directory = directory
    }

    /// The name of the hook of a socket: `gate` for `/run/locd-hook/gate.sock`; `nil` if it is invalid, so that no name
    /// leads out of the directory of the programs.
    package static func name(ofSocket path: String) -> String? {
        guard let slash = path.lastIndex(of: "/"), path.hasSuffix(".sock") else { return nil }
        let name = path[path.index(after: slash)...].dropLast(".sock".count)
        guard name.hasOnlyLettersAndDigits(or: "-_."), (1...100).contains(name.utf8.count), !name.hasPrefix(".") else {
            return nil
        }
        return String(name)
    }

    /// Runs the program for the event that waits in a connection, and reads the event when the program has ended.
    ///
    /// - Returns: The program's status. An event whose program failed is not delivered again.
    package func run(at connection: Int32, environment: [String: String]) throws(Failure) -> Int32 {
        guard let path = Self.path(of: connection), let name = Self.name(ofSocket: path) else { throw .noSocket }
        guard let bytes = Self.peek(connection), let event = HookEventLine(parsing: bytes) else { throw .noEvent }
        let program = "\(directory)/\(name)"
        let end: ChildProcess.End
        do throws(ChildProcess.Failure) {
            end = try ChildProcess.run(
                [program], environment: environment.merging(event.environment) { $1 }, input: bytes
            ).end
        } catch {
            switch error {
            case .notStarted(let error): throw .noProgram(program, error)
            case .timedOut: throw .again(program, .signalled(SIGKILL))
            }
        }
        guard case .exited(let status) = end, status != Self.again else { throw .again(program, end) }
        var rest = [UInt8](repeating: 0, count: HookEventLine.maximumLength + 1)
        _ = recv(connection, &rest, rest.count, 0)
        return status
    }

    private static func path(of connection: Int32) -> String? {
        var address = sockaddr_un()
        var length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let outcome = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(connection, $0, &length) }
        }
        guard outcome == 0, address.sun_family == sa_family_t(AF_UNIX) else { return nil }
        return withUnsafeBytes(of: address.sun_path) { bytes in
            String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    /// The bytes that the other end wrote before it closed its side; they stay unread.
    private static func peek(_ connection: Int32) -> [UInt8]? {
        var ready = pollfd(fd: connection, events: Int16(bitPattern: UInt16(0x2000)), revents: 0)  // POLLRDHUP
        guard poll(&ready, 1, patience) == 1 else { return nil }
        var bytes = [UInt8](repeating: 0, count: HookEventLine.maximumLength + 1)
        let count = recv(connection, &bytes, bytes.count, Int32(MSG_PEEK))
        guard count > 0 else { return nil }
        return Array(bytes[..<count])
    }
}

/// The line of an event as a program receives it: validated, and as environment variables.
package struct HookEventLine: Sendable, Hashable {
    /// The maximum length of a line in bytes, without its newline.
    package static let maximumLength = 4096

    private struct Members: Decodable {
        var event, identifier, timestamp: String
        var region, cause, state, timeZone, arrivalDate, departureDate: String?
        var latitude, longitude, horizontalAccuracy: Double?
    }

    /// The content of the line as environment variables: `LOCD_EVENT`, `LOCD_IDENTIFIER`, `LOCD_TIMESTAMP`, and if
    /// present `LOCD_REGION`, `LOCD_CAUSE`, `LOCD_STATE`, `LOCD_TIME_ZONE`, `LOCD_ARRIVAL_DATE`, `LOCD_DEPARTURE_DATE`,
    /// `LOCD_LATITUDE`, `LOCD_LONGITUDE`, `LOCD_HORIZONTAL_ACCURACY`. Values contain only visible characters.
    package let environment: [String: String]

    /// Reads a line with or without its newline; `nil` if locd would not write it.
    package init?(parsing bytes: [UInt8]) {
        let line = bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...]
        guard line.count <= Self.maximumLength, !line.contains(UInt8(ascii: "\n")),
            let members = try? JSONDecoder().decode(Members.self, from: Data(line))
        else { return nil }
        let texts = [
            "EVENT": members.event, "IDENTIFIER": members.identifier, "TIMESTAMP": members.timestamp,
            "REGION": members.region, "CAUSE": members.cause, "STATE": members.state,
            "TIME_ZONE": members.timeZone,
            "ARRIVAL_DATE": members.arrivalDate, "DEPARTURE_DATE": members.departureDate,
            "LATITUDE": members.latitude.map { "\($0)" }, "LONGITUDE": members.longitude.map { "\($0)" },
            "HORIZONTAL_ACCURACY": members.horizontalAccuracy.map { "\($0)" },
        ].compactMapValues(\.self)
        guard texts.values.allSatisfy({ $0.visible == $0 }) else { return nil }
        environment = Dictionary(uniqueKeysWithValues: texts.map { ("LOCD_\($0.key)", $0.value) })
    }
}
