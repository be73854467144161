import GeocodeProtocol
import Glibc
import LocationModel
import Nominatim
import SystemSupport

/// `locd-geocode`: reads one question on standard input, asks the address server that it names, writes one reply, and
/// ends. systemd starts one for each connection to `locd-geocode.socket`.
@main struct LocdGeocode {
    static let usage = """
        Usage: locd-geocode [--authorities FILE]

        Reads one question of locd on standard input, asks the address server that it names, and writes the reply to standard output.
        systemd starts it for each connection to locd-geocode.socket; see locd(8).

          --authorities FILE  trust the certificate authorities in FILE (PEM) instead of the system's

        """

    static func main() {
        // A daemon that went away is no reason for a core dump.
        signal(SIGPIPE, SIG_IGN)
        var authorities: String?
        var arguments = CommandLine.arguments.dropFirst()
        while let argument = arguments.popFirst() {
            switch argument {
            case "--help", "-h":
                StandardStream.output.write(Array(usage.utf8))
                exit(0)
            case "--authorities" where !arguments.isEmpty: authorities = arguments.popFirst()
            default:
                StandardStream.error.write(Array("locd-geocode: unknown argument \(argument)\n\(usage)".utf8))
                exit(64)
            }
        }
        let reply = reply(trusting: authorities)
        if let line = try? GeocodeLine.write(reply) { StandardStream.output.write(line) }
        exit(0)
    }

    private static func reply(trusting authorities: String?) -> GeocodeReply {
        do throws(GeocodeFailure) {
            let line = StandardStream.input.readLine(maximum: GeocodeRequest.maximumLength, within: .seconds(5))
            guard
                let request = try? GeocodeLine.read(
                    GeocodeRequest.self, from: line, maximum: GeocodeRequest.maximumLength)
            else { throw GeocodeFailure(.badRequest, "the request is not one line of JSON with a question") }
            return .placemarks(try NominatimServer(request, authorities: authorities).placemarks())
        } catch {
            return .error(error)
        }
    }
}

/// One of the three descriptors that every process starts with.
struct StandardStream {
    static let input = StandardStream(descriptor: 0)
    static let output = StandardStream(descriptor: 1)
    static let error = StandardStream(descriptor: 2)

    let descriptor: CInt

    /// Reads up to a line feed, the end, the limit or the deadline: whichever comes first.
    func readLine(maximum: Int, within limit: Duration) -> [UInt8] {
        let deadline = SystemClock.sinceBoot + limit
        var line: [UInt8] = []
        while line.count < maximum, !line.contains(0x0A) {
            let left = Int32(clamping: (deadline - SystemClock.sinceBoot).milliseconds)
            var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard left > 0, poll(&polled, 1, left) > 0 else { break }
            let count = withUnsafeTemporaryAllocation(byteCount: maximum - line.count, alignment: 1) { room in
                let count = read(descriptor, room.baseAddress, room.count)
                if count > 0 { line += room.prefix(count) }
                return count
            }
            guard count > 0 else { break }
        }
        return line
    }

    /// Writes all of it, or as much as there is a reader for.
    func write(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
