import GeocodeProtocol
import Glibc
import LocationModel
import Nominatim

/// `locd-geocode`: reads one question on standard input, asks the address server that it names, writes one reply, and ends. systemd
/// starts one for each connection to `locd-geocode.socket`.
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
