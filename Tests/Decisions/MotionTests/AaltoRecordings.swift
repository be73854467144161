import Foundation
import LocationModel
import LocdTestSupport

/// The recordings of four phones in a city, with a log of the rides that was written by hand.
struct AaltoRecordings {
    /// A ride above the ground.
    struct Ride {
        var device: Int
        var from: Timestamp
        var to: Timestamp
    }

    static let folder = URL(filePath: Checkout.data("tracks/aalto"))
    /// Whether the recordings are there.
    static let isAvailable = FileManager.default.fileExists(atPath: folder.appending(path: "manual_log.csv").path)

    /// Of each phone its locations, in order.
    let locations: [Int: [Location]]
    /// Rides by bus, tram, train and car: the log's other kind, the metro, runs below the ground for the most part.
    let rides: [Ride]
    /// Rides of all kinds.
    let allRides: [Ride]

    init() throws {
        let data = try String(contentsOf: Self.folder.appending(path: "device_data.csv"), encoding: .utf8)
        locations = data.split(whereSeparator: \.isNewline).dropFirst().reduce(into: [:]) { result, line in
            let fields = line.split(separator: ",", omittingEmptySubsequences: false)
            guard let device = Int(fields[1]), let latitude = Double(fields[2]), let longitude = Double(fields[3]),
                let time = Self.moment(fields[0])
            else { return }
            var location = Location(
                timestamp: time, coordinate: Coordinate(latitude: latitude, longitude: longitude))
            location.horizontalAccuracy = Double(fields[4])
            result[device, default: []].append(location)
        }
        let log = try String(contentsOf: Self.folder.appending(path: "manual_log.csv"), encoding: .utf8)
        var rides: [Ride] = []
        var allRides: [Ride] = []
        for line in Self.records(log).dropFirst() {
            guard line.count > 7, let device = Int(line[0]), let from = Self.moment(line[5]),
                let to = Self.moment(line[7]), from < to
            else { continue }
            allRides.append(Ride(device: device, from: from, to: to))
            if line[3] != "SUBWAY" { rides.append(Ride(device: device, from: from, to: to)) }
        }
        (self.rides, self.allRides) = (rides, allRides)
    }

    private static func moment(_ text: some StringProtocol) -> Timestamp? {
        Timestamp(text.trimmingCharacters(in: .whitespaces) + "+03:00")
    }

    /// The records of CSV with quoted fields that may hold commas and line ends.
    private static func records(_ text: String) -> [[String]] {
        var (records, record, field, isQuoted) = ([[String]](), [String](), "", false)
        for character in text {
            switch character {
            case "\"": isQuoted.toggle()
            case "," where !isQuoted:
                record.append(field)
                field = ""
            case "\n" where !isQuoted, "\r\n" where !isQuoted:
                records.append(record + [field])
                (record, field) = ([], "")
            default: field.append(character)
            }
        }
        return records
    }
}
