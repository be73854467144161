import Foundation
import LocationModel
import LocationServices
import LocdTestSupport
import Testing

/// One of gpsd's recordings beside the checkout, and what gpsd is on record to answer to it.
struct CorpusRecording: Sendable, CustomTestStringConvertible {
    let name: String
    /// NMEA, MIXED, BINARY or AIS+GNSS.
    let kind: String

    var testDescription: String { name }

    /// Whether sentences carry its fixes, so that a serial port is enough.
    var isNMEA: Bool { kind != "BINARY" }

    /// The tests of another gpsd, `test/daemon` of its sources: each release has answers of its own.
    static let others = ProcessInfo.processInfo.environment["LOCD_CORPUS"].map { URL(filePath: $0) }

    private static let folder = others ?? URL(filePath: Checkout.data("gpsd"))

    static var isThere: Bool { !all.isEmpty }

    /// All of them; none where the folder is not there.
    static let all: [CorpusRecording] = {
        guard others == nil else {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
            return names.filter { $0.hasSuffix(".log") }.sorted().map { log in
                CorpusRecording(name: String(log.dropLast(4)), kind: "BINARY")
            }
        }
        guard let index = try? String(contentsOf: folder.appending(path: "INDEX.tsv"), encoding: .utf8) else {
            return []
        }
        return index.split(separator: "\n").dropFirst().compactMap { line in
            let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard columns.count > 1 else { return nil }
            return CorpusRecording(name: String(columns[0]), kind: String(columns[1]))
        }
    }()

    /// What the receiver sent.
    func bytes() throws -> [UInt8] {
        Array(try Data(contentsOf: Self.folder.appending(path: "\(name).log")))
    }

    private struct TPV: Decodable {
        let mode: Int
        let time: String?
        let lat: Double?
        let lon: Double?
        let speed: Double?
    }

    /// gpsd's answer: the fixes of mode 2 and 3 that have a time and a place, the last of each time, in the order in
    /// which the times came first. A report may stand behind a sentence that gpsd made without a line end.
    func answer() throws -> [Fix] {
        let data = try Data(contentsOf: Self.folder.appending(path: "\(name).log.chk"))
        let beginning = Data(#"{"class":"TPV""#.utf8)
        var order: [Timestamp] = []
        var last: [Timestamp: Fix] = [:]
        for line in data.split(separator: UInt8(ascii: "\n")) {
            guard let start = line.range(of: beginning)?.lowerBound else { continue }
            let tpv = try JSONDecoder().decode(TPV.self, from: line[start...])
            guard tpv.mode >= 2, let text = tpv.time, let latitude = tpv.lat, let longitude = tpv.lon else { continue }
            let time = try Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true))
            guard let timestamp = Timestamp(milliseconds: Int64(rounding: time.timeIntervalSince1970 * 1000)) else {
                continue
            }
            var fix = Fix(
                mode: tpv.mode == 3 ? .fix3D : .fix2D, timestamp: timestamp,
                coordinate: Coordinate(latitude: latitude, longitude: longitude))
            fix.speed = tpv.speed
            if last.updateValue(fix, forKey: timestamp) == nil { order.append(timestamp) }
        }
        return order.compactMap { last[$0] }
    }
}
