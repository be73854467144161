import Foundation
import LocationModel
import LocationServices
import LocdTestSupport

@testable import Interchange

/// A recording of `shared/data/truth`: a table, packed with gzip, a fix in each line.
struct TruthTable {
    static let folder = URL(filePath: Checkout.data("truth"))
    static var isThere: Bool { FileManager.default.fileExists(atPath: folder.path) }

    /// The fixes, each with what the receiver said of its errors, by the second.
    let fixes: [Fix]

    init(_ name: String) throws {
        let text = String(decoding: try unpacked(Self.folder.appending(path: name)), as: UTF8.self)
        let lines = text.split(whereSeparator: \.isNewline)
        let names = lines[0].lowercased().split(separator: ",", omittingEmptySubsequences: false)
        fixes = lines.dropFirst().compactMap { line in
            let fields = line.split(separator: ",", omittingEmptySubsequences: false)
            var values: [String: Substring] = [:]
            for (name, field) in zip(names, fields) where !field.isEmpty { values[String(name)] = field }
            return Self.fix(values)
        }
    }

    private static func fix(_ values: [String: Substring]) -> Fix? {
        func number(_ name: String) -> Double? { values[name].flatMap { Double($0) } }
        let time =
            values["date"].map { "\($0.replacing("/", with: "-"))T\(values["time"] ?? "")Z" }
            ?? String(values["time"] ?? "")
        guard let timestamp = Timestamp(rfc3339: time.utf8), let latitude = number("latitude"),
            let longitude = number("longitude"), number("fix") != 0
        else { return nil }
        var fix = Fix(
            mode: .fix3D, timestamp: timestamp, coordinate: Coordinate(latitude: latitude, longitude: longitude))
        fix.altitude = number("altitude")
        fix.speed = number("speed")
        fix.course = number("course").map { $0.truncatingRemainder(dividingBy: 360) }
        fix.hdop = number("hdop")
        fix.errors.horizontal = number("horizontalaccuracy")
        fix.errors.vertical = number("verticalaccuracy")
        fix.speedAccuracy = number("speedaccuracy")
        return fix
    }

    /// What the gate makes of them.
    var locations: [Location] {
        var gate = FixGate()
        return fixes.compactMap { fix in
            guard case .accepted(let location, _) = gate.judge(fix) else { return nil }
            return location
        }
    }
}

/// Pairs of one moment.
func pairs(_ left: [Location], _ right: [Location]) -> [(Location, Location)] {
    let others = Dictionary(
        right.map { ($0.timestamp.milliseconds / 100, $0) }, uniquingKeysWith: { first, _ in first })
    return left.compactMap { location in others[location.timestamp.milliseconds / 100].map { (location, $0) } }
}

/// All of a packed file.
func unpacked(_ url: URL) throws -> [UInt8] {
    GzipReader.contents(of: [UInt8](try Data(contentsOf: url)), limit: 1 << 30).bytes
}
