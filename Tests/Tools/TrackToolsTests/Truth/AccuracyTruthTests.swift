import Foundation
import LocationModel
import LocationServices
import Testing

@testable import TrackTools

/// What receivers claim after the accuracy model, held against recordings with truth. `make truth` prints the figures.
@Suite("Truth: accuracy", .serialized, .enabled(if: TruthTable.isThere, "shared/data is not beside the project"))
struct AccuracyTruthTests {
    /// Where two receivers are each other's truth, both err: their difference has both errors.
    @Test(arguments: [("surf-head-left", "surf-head-right"), ("surf-gt31", "surf-gw60")])
    func `The radius holds 68 % of pairs`(left: String, right: String) throws {
        let pairs = pairs(try TruthTable("\(left).csv.gz").locations, try TruthTable("\(right).csv.gz").locations)
        let held = share(pairs) { one, other in
            guard let first = one.horizontalAccuracy, let second = other.horizontalAccuracy else { return nil }
            return one.distance(to: other) <= (first * first + second * second).squareRoot()
        }
        print("truth: horizontalAccuracy of \(left) and \(right) holds \(held.share), n \(held.count)")
        #expect((0.6...0.76).contains(held.share) && held.count > 5000)
    }

    @Test(arguments: ["verticalAccuracy", "speedAccuracy"])
    func `The interval of a figure holds 68 % of pairs`(accuracy: String) throws {
        func figures(_ location: Location) -> (figure: Double?, accuracy: Double?) {
            accuracy == "speedAccuracy"
                ? (location.speed, location.speedAccuracy) : (location.altitude, location.verticalAccuracy)
        }
        let pairs = pairs(
            try TruthTable("surf-head-left.csv.gz").locations, try TruthTable("surf-head-right.csv.gz").locations)
        let held = share(pairs) { one, other in
            let (one, other) = (figures(one), figures(other))
            guard let first = one.accuracy, let second = other.accuracy, let here = one.figure, let there = other.figure
            else { return nil }
            return abs(here - there) <= (first * first + second * second).squareRoot()
        }
        print("truth: \(accuracy) of u-blox pairs holds \(held.share), n \(held.count)")
        #expect((0.6...0.76).contains(held.share))
    }

    /// A phone that tells an HDOP of 0.6 and a corrected fix, and how far it was from the way that was walked.
    @Test func `A phone's radius holds 68 %`() throws {
        let sentences = try unpacked(TruthTable.folder.appending(path: "belval-crosscall.nmea.gz"))
        let track = try #require(ImportedTrack(nmea: sentences, date: nil))
        let locations = track.events.compactMap { event -> Location? in
            if case .location(let location) = event { location } else { nil }
        }
        let table = String(
            decoding: try unpacked(TruthTable.folder.appending(path: "belval-crosscall-deviation.csv.gz")),
            as: UTF8.self)
        var deviations: [Substring: Double] = [:]
        for line in table.split(whereSeparator: \.isNewline).dropFirst() {
            let fields = line.split(separator: ",")
            if fields.count == 6 { deviations[fields[2]] = Double(fields[5]) }
        }
        let held = share(locations) { location in
            guard let accuracy = location.horizontalAccuracy,
                let deviation = deviations["\(location.timestamp)".dropFirst(11).prefix(8)]
            else { return nil }
            return deviation <= accuracy
        }
        print("truth: horizontalAccuracy of a phone's sentences holds \(held.share), n \(held.count)")
        #expect((0.6...0.76).contains(held.share) && held.count > 2000)
    }

    /// The part that is held, of those that can be judged.
    private func share<Element>(
        _ elements: [Element], _ isHeld: (Element) -> Bool?
    ) -> (share: Double, count: Int) {
        let verdicts = elements.compactMap(isHeld)
        return (Double(verdicts.count { $0 }) / Double(max(verdicts.count, 1)), verdicts.count)
    }
}
