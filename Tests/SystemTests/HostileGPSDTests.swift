import Foundation
import LocationModel
import LocdClient
import LocdProtocol
import LocdTestSupport
import Testing

extension SystemTests {
    /// A gpsd that lies, stutters and hangs up. Nothing that it did not say becomes a location.
    @Suite("A hostile gpsd")
    struct HostileGPSD {
        @Test("positions that cannot be are counted by their reason, named by status, and never written")
        func impossiblePositions() async throws {
            try await Stage.run { stage in
                let talk = try HostileConversation(stage)
                _ = try await stage.daemon(talk.locd)
                try await talk.recovers(after: "the start")
                try await talk.counts(.nullIsland, "zero coordinates", state: .noFix) {
                    talk.pass()
                    return talk.members(at: Coordinate(latitude: 0, longitude: 0), speed: 20)
                }
                try await talk.counts(.invalidCoordinate, "coordinates beyond the poles", state: .noFix) {
                    talk.pass()
                    return talk.members(at: Coordinate(latitude: 97.5, longitude: 8.7), speed: 20)
                }
                try await talk.counts(.invalidCoordinate, "no coordinates", state: .noFix) {
                    talk.pass()
                    return #""mode":3,"time":"2026-11-21T06:00:00.000Z""#
                }
                try await talk.counts(.noTime, "no time", state: .timeNotTrusted) {
                    #""mode":3,"lat":47.6,"lon":8.8,"speed":1.0"#
                }
                try await talk.counts(.noFix, "mode 1 with coordinates", state: .noFix) {
                    #""mode":1,"time":"2026-11-21T06:30:00.000Z","lat":47.6,"lon":8.8"#
                }
                let frozen = talk.good()
                try await talk.gpsd.say(line: FakeGPSD.report(frozen))
                let place = try #require(
                    try await stage.status(of: talk.locd, "a fix") { $0.receiver.state == .fix3D }.location
                ).location
                try await talk.counts(.frozen, "a position that stands while the speed says 40 m/s", state: .frozen) {
                    talk.pass()
                    return talk.members(
                        at: place.coordinate, speed: 40)
                }
                let track = try talk.locd.track()
                #expect(
                    !track.of("location").contains { $0.latitude == 0 || $0.latitude == 97.5 || $0.latitude == 47.6 })
            }
        }

        @Test("bytes that are no report change nothing, however many they are and wherever they are cut")
        func garbage() async throws {
            try await Stage.run { stage in
                let talk = try HostileConversation(stage)
                let daemon = try await stage.daemon(talk.locd)
                var random = SeededGenerator(seed: 8)
                try await talk.recovers(after: "the start")

                try await talk.gpsd.say((0..<100_000).map { _ in UInt8.random(in: 0...255, using: &random) } + [10])
                try await talk.recovers(after: "random bytes")
                try await talk.gpsd.say([UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20) + [10])
                try await talk.recovers(after: "a line of a megabyte")
                let long = #"{"class":"TPV","device":""# + String(repeating: "d", count: 1 << 20) + "\"}"
                try await talk.gpsd.say(line: long)
                try await talk.recovers(after: "a report of a megabyte")
                try await talk.gpsd.say(line: String(repeating: #"{"class":"SKY","satellites":["#, count: 2000))
                try await talk.recovers(after: "nesting without end")
                let many = Array(repeating: #"{"PRN":1,"used":true}"#, count: 400).joined(separator: ",")
                try await talk.gpsd.say(line: #"{"class":"SKY","satellites":[\#(many)]}"#)
                try await talk.recovers(after: "four hundred satellites")

                // A report cut in two by the line: one report. Cut off by a line's end: none.
                let whole = FakeGPSD.report(talk.good())
                for cut in [1, 20, whole.count / 2, whole.count - 1] {
                    try await talk.gpsd.say(whole.prefix(cut).utf8)
                    #expect(try await talk.locd.client.status().receiver.state == .fix3D)
                    try await talk.gpsd.say(line: String(whole.dropFirst(cut)))
                }
                try await talk.recovers(after: "reports in pieces")
                for line in [
                    "", "{", "}", "{}", "[]", "null", #"{"class":"TPV""#, #"{"class":"TPV"}"#, #"{"class":""}"#,
                    #"{"class":"ERROR"}"#,
                ] {
                    try await talk.gpsd.say(line: line)
                }
                try await talk.recovers(after: "empty objects")
                for value in ["NaN", "Infinity", "-1e999", "\"47.6\"", "null", "[47.6]", "{}", "1e400"] {
                    talk.pass()
                    try await talk.gpsd.say(
                        line: FakeGPSD.report(#""mode":3,"time":"2026-11-21T06:40:00.000Z","lat":\#(value),"lon":8.8"#))
                }
                try await talk.recovers(after: "numbers that are none")

                #expect(daemon.status == nil)
                try talk.expectNothingInvented()
            }
        }

        @Test("a report that its line's end cut off in the middle of a number gives no location")
        func truncatedReports() async throws {
            try await Stage.run { stage in
                let talk = try HostileConversation(stage)
                _ = try await stage.daemon(talk.locd)
                try await talk.recovers(after: "the start")
                for _ in 1...3 {
                    // The members of a moment that is not said whole: the place is there, and its last digits are not.
                    let members = talk.members(at: Coordinate(latitude: 47.7654321, longitude: 8.7654321), speed: 20)
                    let line = FakeGPSD.report(members)
                    let end = try #require(line.range(of: "8.7654321")).upperBound
                    for dropped in 0...4 {
                        talk.pass()
                        let cut = line[..<line.index(end, offsetBy: -dropped)]
                        try await talk.gpsd.say(line: String(cut))
                        try await talk.gpsd.say(line: cut + "}{")
                        try await talk.gpsd.say(line: cut + #""},"#)
                    }
                    try await talk.recovers(after: "reports that were cut off")
                }
                try talk.expectNothingInvented()
            }
        }

        @Test("it hangs up in the middle of everything, and each time locd comes back")
        func hangsUp() async throws {
            try await Stage.run { stage in
                let talk = try HostileConversation(stage)
                _ = try await stage.daemon(talk.locd)
                var random = SeededGenerator(seed: 13)
                for turn in 1...6 {
                    try await talk.recovers(after: "hang-up \(turn - 1)")
                    let report = FakeGPSD.report(talk.good())
                    try await talk.gpsd.say(report.prefix(Int.random(in: 0..<report.count, using: &random)).utf8)
                    talk.gpsd.close()
                }
                try await talk.recovers(after: "all of it")
                #expect(talk.gpsd.clients >= 7)
                try talk.expectNothingInvented()
            }
        }
    }
}
