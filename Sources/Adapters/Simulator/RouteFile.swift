import Interchange
import SystemSupport

/// A route or recording that a person names.
public enum RouteFile: Sendable {
    /// A journey for a simulated receiver.
    case route(Route)
    /// A recording of a real one, not yet parsed.
    case recording([UInt8])

    /// More than any recording that is played; it limits the memory.
    private static let largestFile = 1 << 28

    /// A built-in route by name, otherwise a GPX or NMEA file, gzip-compressed or not; its first byte decides which. To
    /// play a file with the name of a built-in route, include its folder: `./loop`. `groundSpeed`: metres per second,
    /// 0.1...1000, if a GPX file contains no times. Throws `.noInput`, `.malformedInput` with the line, or `.usage`.
    public static func load(_ name: String, groundSpeed: Double) throws(SimulationError) -> RouteFile {
        guard (0.1...1000).contains(groundSpeed) else {
            throw SimulationError(.usage, "the ground speed must be 0.1 to 1000 m/s")
        }
        if let route = Route.builtIn(name) { return .route(route) }
        var bytes = try contents(of: name)
        if bytes.starts(with: GzipReader.magic) {
            let (content, isWhole) = GzipReader.contents(of: bytes, limit: largestFile)
            guard isWhole else {
                throw SimulationError(.malformedInput, "\(name) is a damaged gzip file, or holds more than 256 MiB")
            }
            bytes = content
        }
        bytes = XMLText.utf8(bytes)
        guard GPXParser.looksLikeXML(bytes) else { return .recording(bytes) }
        let document: GPXDocument
        do throws(GPXError) {
            document = try GPXParser.document(bytes, name: name)
        } catch {
            throw SimulationError(.malformedInput, error.message, cause: error.cause)
        }
        guard let route = Route(document, groundSpeed: groundSpeed) else {
            throw SimulationError(.malformedInput, "\(name) is not a valid route: its heights or times are implausible")
        }
        return .route(route)
    }

    private static func contents(of path: String) throws(SimulationError) -> [UInt8] {
        do throws(BoundedFile.Failure) {
            return try BoundedFile.contents(of: path, limit: largestFile, accepting: .anything)
        } catch {
            if case .tooLarge = error {
                throw SimulationError(.malformedInput, "\(path) is larger than 256 MiB; split it")
            }
            let names = Route.builtInNames.joined(separator: ", ")
            throw SimulationError(
                .noInput, "\(path) cannot be read; use a GPX or NMEA file, or one of \(names)",
                cause: error.description)
        }
    }
}
