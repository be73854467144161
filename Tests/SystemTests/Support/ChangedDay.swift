import Foundation
import Testing

/// A day on which the clocks of a place change, and a track around it: a location a minute, going east.
struct ChangedDay: Sendable, CustomTestStringConvertible {
    let zone: String
    let name: String
    /// Its first and its last minute, in UTC.
    let start: String
    let last: String
    let minutes: Int
    /// Times as they may be typed, and the moments that they mean; the last one is printed as it is typed.
    let moments: [(String, String)]
    /// What a map says of the day.
    let mapWords: String

    var testDescription: String { "\(zone) \(name)" }

    static let all = [
        ChangedDay(
            zone: "Pacific/Auckland", name: "2026-04-05", start: "2026-04-04T11:00:00.000Z",
            last: "2026-04-05T11:59:00.000Z", minutes: 1500,
            moments: [
                ("2026-04-05 02:30", "2026-04-04T13:30:00.000Z"), ("2026-04-05 03:00", "2026-04-04T15:00:00.000Z"),
                ("2026-04-05 02:30+12:00", "2026-04-04T14:30:00.000Z"),
            ], mapWords: "00:00–23:59 NZST"),
        ChangedDay(
            zone: "Pacific/Auckland", name: "2026-09-27", start: "2026-09-26T12:00:00.000Z",
            last: "2026-09-27T10:59:00.000Z", minutes: 1380,
            moments: [
                ("2026-09-27 01:59", "2026-09-26T13:59:00.000Z"), ("2026-09-27 02:30", "2026-09-26T14:00:00.000Z"),
                ("2026-09-27 03:01", "2026-09-26T14:01:00.000Z"),
            ], mapWords: "00:00–23:59 NZDT"),
        ChangedDay(
            zone: "America/St_Johns", name: "2026-03-08", start: "2026-03-08T03:30:00.000Z",
            last: "2026-03-09T02:29:00.000Z", minutes: 1380,
            moments: [
                ("2026-03-08 01:59", "2026-03-08T05:29:00.000Z"), ("2026-03-08 02:30", "2026-03-08T05:30:00.000Z"),
                ("2026-03-08 03:00", "2026-03-08T05:30:00.000Z"),
            ], mapWords: "00:00–23:59 NDT"),
        ChangedDay(
            zone: "America/St_Johns", name: "2026-11-01", start: "2026-11-01T02:30:00.000Z",
            last: "2026-11-02T03:29:00.000Z", minutes: 1500,
            moments: [
                ("2026-11-01 01:30", "2026-11-01T04:00:00.000Z"), ("2026-11-01 02:00", "2026-11-01T05:30:00.000Z"),
                ("2026-11-01 01:30-03:30", "2026-11-01T05:00:00.000Z"),
            ], mapWords: "00:00–23:59 NST"),
    ]

    /// Whether the machine knows the zones.
    static let hasZones = all.allSatisfy { FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/\($0.zone)") }

    /// Minutes of the day that lie in the first of its two days in UTC.
    var minutesBeforeMidnightUTC: Int {
        let clock = start.dropFirst(11).prefix(5).split(separator: ":").compactMap { Int($0) }
        return 1440 - clock[0] * 60 - clock[1]
    }

    /// Track files from a day before it to a day after it, as the recorder writes them.
    func writeTrack(to directory: String) throws {
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        let noon = try Date("\(start.prefix(10))T00:00:00.000Z", strategy: style)
        let header = #"{"type":"header","schema":1,"version":"1","receiver":"gpsd://localhost:2947","run":"one"}"#
        for day in -1...2 {
            let midnight = noon.addingTimeInterval(Double(day) * 86_400)
            var text = header + "\n"
            for minute in 0..<1440 {
                let time = midnight.addingTimeInterval(Double(minute) * 60).formatted(style)
                let longitude = 8 + Double((day + 1) * 1440 + minute) * 0.001
                text += #"{"type":"location","timestamp":"\#(time)","latitude":47.5,"longitude":\#(longitude),"#
                text += #""horizontalAccuracy":4,"speed":1.25}"# + "\n"
            }
            let name = midnight.formatted(style).prefix(10)
            try text.write(toFile: "\(directory)/\(name).jsonl", atomically: true, encoding: .utf8)
        }
    }
}
