import Glibc
import LocationModel
import LocdTestSupport
import Testing

@testable import Simulator

/// A sentence taken apart, so that tests read fields and not strings.
struct ParsedSentence {
    let address: String
    let fields: [String]

    /// `nil` unless frame and checksum are right.
    init?(_ line: some StringProtocol) {
        guard line.hasPrefix("$"), let star = line.lastIndex(of: "*") else { return nil }
        let body = line[line.index(after: line.startIndex)..<star]
        let sum = body.utf8.reduce(0, ^)
        guard UInt8(line[line.index(after: star)...], radix: 16) == sum else { return nil }
        let parts = String(body).split(separator: ",", omittingEmptySubsequences: false).map { String($0) }
        address = parts[0]
        fields = Array(parts.dropFirst())
    }

    /// The sentences of an epoch; every line must be one.
    static func all(_ bytes: [UInt8]) throws -> [ParsedSentence] {
        let text = String(decoding: bytes, as: UTF8.self)
        try #require(text.hasSuffix("\r\n"))
        return try text.split(separator: "\r\n").map { line in
            // NMEA 0183: 82 characters with the line end.
            #expect(line.utf8.count <= 80, "\(line)")
            return try #require(ParsedSentence(line), "\(line)")
        }
    }

    static func first(_ address: String, in bytes: [UInt8]) throws -> ParsedSentence {
        try #require(try all(bytes).first { $0.address == address })
    }

    /// Degrees from the four fields that begin at `index`; `nil` where they are empty.
    func coordinate(at index: Int) -> Coordinate? {
        guard let latitude = Self.degrees(fields[index], 2), let longitude = Self.degrees(fields[index + 2], 3) else {
            return nil
        }
        return Coordinate(
            latitude: fields[index + 1] == "S" ? -latitude : latitude,
            longitude: fields[index + 3] == "W" ? -longitude : longitude)
    }

    private static func degrees(_ field: String, _ digits: Int) -> Double? {
        guard let whole = Double(field.prefix(digits)), let minutes = Double(field.dropFirst(digits)), minutes < 60
        else {
            return nil
        }
        return whole + minutes / 60
    }
}

let sixOClock = Timestamp(milliseconds: 1_795_240_800_000) ?? .earliest  // 2026-11-21T06:00:00Z

/// A route that stays at one place for ten minutes.
func standing(at latitude: Double, _ longitude: Double, altitude: Double = 0) throws -> Route {
    let place = Coordinate(latitude: latitude, longitude: longitude)
    return try #require(
        Route(knots: [
            Route.Knot(elapsed: 0, coordinate: place, altitude: altitude),
            Route.Knot(elapsed: 600, coordinate: place, altitude: altitude),
        ]))
}

func receiver(
    _ route: Route, _ change: (inout SimulatedReceiver.Settings) -> Void = { _ in }
) throws -> SimulatedReceiver {
    var settings = SimulatedReceiver.Settings(start: sixOClock)
    settings.timeToFirstFix = 0
    change(&settings)
    return try SimulatedReceiver(route: route, settings: settings)
}

extension SimulatedReceiver {
    func epochs(_ count: Int) -> [SimulatedEpoch] {
        var receiver = self
        return (0..<count).compactMap { _ in receiver.next() }
    }
}

/// The recordings beside the project, for tests that are skipped where they are not.
enum SharedData {
    private static func path(_ name: String) -> String { Checkout.data(name) }

    static func exists(_ name: String) -> Bool {
        access(path(name), R_OK) == 0
    }

    static func bytes(_ name: String) -> [UInt8]? {
        guard case .recording(let bytes) = try? RouteFile.load(path(name), groundSpeed: 10) else { return nil }
        return bytes
    }
}
