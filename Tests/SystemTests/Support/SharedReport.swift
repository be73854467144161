import Foundation

/// What a program that reads what locd shares was told, a JSON line each: by `Tests/Programs/shared-reader`, or in
/// gpsd's words.
struct SharedReport: Decodable {
    var latitude: Double?
    var longitude: Double?
    /// Metres.
    var accuracy: Double?
    /// Metres a second, or knots of NMEA; 0 and absent are different.
    var speed: Double?
    /// Seconds since 1970.
    var time: Double?
    var void: Bool?
    var satellites: Int?
    var error: String?
    var end: Bool?

    /// All lines of a text that are whole. What is no JSON is left out.
    static func all(in text: String) -> [SharedReport] {
        text.split(separator: "\n").compactMap { try? JSONDecoder().decode(Self.self, from: Data($0.utf8)) }
    }

    /// The TPV reports with a fix in what gpsd says. Each has mode 3, or it is not among them.
    static func reports(of gpsd: String) -> [SharedReport] {
        struct TPV: Decodable {
            let `class`: String
            let mode: Int?
            let time: String?
            let lat: Double?
            let lon: Double?
            let eph: Double?
        }
        return gpsd.split(whereSeparator: \.isNewline).compactMap { line in
            guard let tpv = try? JSONDecoder().decode(TPV.self, from: Data(line.utf8)), tpv.class == "TPV",
                tpv.mode == 3
            else { return nil }
            return SharedReport(
                latitude: tpv.lat, longitude: tpv.lon, accuracy: tpv.eph, time: tpv.time.flatMap(Self.seconds))
        }
    }

    /// Seconds since 1970 of a time as gpsd and GPX write it.
    static func seconds(_ text: String) -> Double? {
        let style = Date.ISO8601FormatStyle().year().month().day().dateTimeSeparator(.standard)
        return (try? Date(text, strategy: style.time(includingFractionalSeconds: true)))?.timeIntervalSince1970
    }
}

extension [SharedReport] {
    /// Those with a place.
    var places: [SharedReport] { filter { $0.latitude != nil } }
}
