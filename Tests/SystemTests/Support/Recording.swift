import Foundation
import LocdTestSupport

/// A recording of a real receiver beside the checkout, and a reading of it that shares nothing with locd's.
struct Recording {
    /// A car's drive of 26 minutes, one epoch in two seconds.
    static let drive = Recording(
        name: "genivi-20100411_Geko_Regensburg.txt", secondOfDay: 61_064, date: "110410", dateOfZDA: "11,04,2010")
    /// 20 minutes of drift.
    static let drift = Recording(
        name: "signalk-gps.log", secondOfDay: 32_051, date: "030414", dateOfZDA: "03,04,2014")

    /// A car's drive of half an hour through a city, with every problem that a receiver has there.
    static let city = Recording(
        name: "genivi-munich-gps.nmea", secondOfDay: 45_622, date: "010409",
        dateOfZDA: "01,04,2009")

    let name: String
    /// Its first epoch.
    let secondOfDay: Int
    let date: String
    let dateOfZDA: String

    /// The path of another file beside the checkout.
    static func shared(_ name: String) -> String { Checkout.data(name) }

    private var file: URL { URL(filePath: Checkout.data("nmea/\(name)")) }

    /// Where it lies.
    var path: String { file.path }

    var isThere: Bool { FileManager.default.fileExists(atPath: file.path) }

    /// The recording as a receiver would have played it that was switched on earlier: `warmUp` epochs come before it.
    func write(to path: String, warmUp: Int) throws {
        try (Data(Sentences.beforeFirstFix(of: self, seconds: warmUp).utf8) + Data(contentsOf: file))
            .write(to: URL(filePath: path))
    }

    /// What a receiver said of one moment.
    struct Epoch: Hashable {
        /// Seconds since 1970, by the sentence's own date.
        let time: Double
        let latitude: Double
        let longitude: Double
    }

    /// The valid epochs: RMC with status A says date, time and place, and must agree with the GGA of the same time.
    func validEpochs() throws -> [Epoch] {
        let text = try String(contentsOf: file, encoding: .isoLatin1)
        var epochs: [Epoch] = []
        var places: [Substring: [Substring]] = [:]
        for line in text.split(whereSeparator: \.isNewline) where Self.hasGoodChecksum(line) {
            let fields = line.prefix { $0 != "*" }.split(separator: ",", omittingEmptySubsequences: false)
            switch fields[0].suffix(3) {
            case "RMC" where fields.count > 9 && fields[2] == "A":
                places[fields[1]] = Array(fields[3...6])
                guard let time = Self.seconds(date: fields[9], time: fields[1]),
                    let latitude = Self.degrees(fields[3], fields[4]),
                    let longitude = Self.degrees(fields[5], fields[6])
                else { throw Malformed(line: String(line)) }
                epochs.append(Epoch(time: time, latitude: latitude, longitude: longitude))
            case "GGA" where fields.count > 6 && fields[6] != "0":
                if let place = places[fields[1]], place != Array(fields[2...5]) { throw Malformed(line: String(line)) }
            default: break
            }
        }
        return epochs
    }

    struct Malformed: Error { let line: String }

    private static func hasGoodChecksum(_ line: Substring) -> Bool {
        let parts = line.dropFirst().split(separator: "*")
        guard line.first == "$", parts.count == 2, let said = UInt8(parts[1].prefix(2), radix: 16) else { return false }
        return parts[0].utf8.reduce(0, ^) == said
    }

    /// `4901.5940`, `N`: degrees and minutes.
    private static func degrees(_ field: Substring, _ hemisphere: Substring) -> Double? {
        guard let dot = field.firstIndex(of: "."), field.distance(from: field.startIndex, to: dot) >= 3 else {
            return nil
        }
        let split = field.index(dot, offsetBy: -2)
        guard let whole = Double(field[..<split]), let minutes = Double(field[split...]) else { return nil }
        let value = whole + minutes / 60
        return hemisphere == "S" || hemisphere == "W" ? -value : value
    }

    private static func seconds(date: Substring, time: Substring) -> Double? {
        let digits = date.compactMap(\.wholeNumberValue) + time.prefix(6).compactMap(\.wholeNumberValue)
        guard digits.count == 12 else { return nil }
        func pair(_ index: Int) -> Int { digits[2 * index] * 10 + digits[2 * index + 1] }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let components = DateComponents(
            year: 2000 + pair(2), month: pair(1), day: pair(0), hour: pair(3), minute: pair(4), second: pair(5))
        let fraction = Double("0" + time.dropFirst(6)) ?? 0
        return calendar.date(from: components).map { $0.timeIntervalSince1970 + fraction }
    }
}
