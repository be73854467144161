import Foundation
import LocationModel
import LocdClient
import LocdProtocol
import Testing

extension SystemTests {
    /// A gpsd that lies, stutters and hangs up. Nothing that it did not say becomes a location.
    @Suite("A hostile gpsd")
    struct HostileGPSD {
        /// The conversation: what was said that is good, and how to go on.
        private final class Conversation {
            let stage: Stage
            let gpsd: FakeGPSD
            let locd: DaemonConfiguration
            private(set) var said: Set<String> = []
            private var second = 0

            init(_ stage: Stage) throws {
                self.stage = stage
                gpsd = try FakeGPSD(on: stage)
                locd = stage.configuration(port: gpsd.port, "receiver.staleAfter: 2").with(DaemonConfiguration.unfiltered)
            }

            /// The members of a good report, one second and 20 m after the last one.
            func good() -> String {
                second += 1
                let place = Coordinate(latitude: 47.5 + Double(second) * 0.00018, longitude: 8.7123456)
                let moment = Sentences.Moment(seconds: Double(second))
                said.insert(Self.key(moment.time1970, place.latitude, place.longitude))
                return members(at: place, speed: 20)
            }

            func members(at place: Coordinate, speed: Double) -> String {
                let moment = Sentences.Moment(seconds: Double(second)).time
                let time = "\(moment.prefix(2)):\(moment.dropFirst(2).prefix(2)):\(moment.dropFirst(4))0"
                return #""mode":3,"time":"2026-11-21T\#(time)Z","lat":\#(place.latitude),"lon":\#(place.longitude),"#
                    + #""altHAE":497.0,"altMSL":450.0,"track":0.0,"speed":\#(speed)"#
            }

            /// Time passes for the receiver, too.
            func pass() {
                second += 1
            }

            static func key(_ time: Double, _ latitude: Double, _ longitude: Double) -> String {
                "\(Int((time * 1000).rounded())) \(Int((latitude * 1e7).rounded())) \(Int((longitude * 1e7).rounded()))"
            }

            /// Says good reports until locd takes one again: after whatever there was, it goes on.
            @discardableResult
            func recovers(after what: String) async throws -> StatusReply {
                let before = try await locd.client.status().fixes.accepted
                return try await stage.until("a good fix after \(what)", every: .milliseconds(50)) {
                    try await gpsd.say(line: FakeGPSD.report(good()))
                    let status = try await locd.client.status()
                    return status.fixes.accepted > before + 2 && status.receiver.state == .fix3D ? status : nil
                }
            }

            /// Repeats something until locd has counted it so often for this reason.
            func counts(
                _ reason: RejectionReason, _ what: String, state: ReceiverState, _ members: () -> String
            ) async throws {
                let before = try await locd.client.status().fixes.rejected[reason.rawValue] ?? 0
                let status = try await stage.until(what, every: .milliseconds(50)) { () -> StatusReply? in
                    try await gpsd.say(line: FakeGPSD.report(members()))
                    let status = try await locd.client.status()
                    let count = status.fixes.rejected[reason.rawValue] ?? 0
                    return count > before + 2 && status.receiver.state == state ? status : nil
                }
                #expect(status.receiver.remedy != nil)
                #expect(try await locd.statusCommand().code == 75)
                try await recovers(after: what)
            }

            /// Every location of the track was said, once.
            func expectNothingInvented() throws {
                let locations = try locd.track().of("location")
                let keys = try locations.map {
                    Self.key(try #require($0.time), try #require($0.latitude), try #require($0.longitude))
                }
                #expect(keys.count == Set(keys).count)
                #expect(Set(keys).isSubset(of: said), "\(Set(keys).subtracting(said))")
                #expect(!keys.isEmpty)
            }
        }

        @Test("positions that cannot be are counted by their reason, named by status, and never written")
        func impossiblePositions() async throws {
            try await Stage.run { stage in
                let talk = try Conversation(stage)
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
                let place = try #require(try await stage.status(of: talk.locd, "a fix") { $0.receiver.state == .fix3D }.location)
                try await talk.counts(.frozen, "a position that stands while the speed says 40 m/s", state: .frozen) {
                    talk.pass()
                    return talk.members(
                        at: Coordinate(latitude: place.latitude, longitude: place.longitude), speed: 40)
                }
                let track = try talk.locd.track()
                #expect(!track.of("location").contains { $0.latitude == 0 || $0.latitude == 97.5 || $0.latitude == 47.6 })
            }
        }

        @Test("bytes that are no report change nothing, however many they are and wherever they are cut")
        func garbage() async throws {
            try await Stage.run { stage in
                let talk = try Conversation(stage)
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
                try await talk.gpsd.say(line: #"{"class":"SKY","satellites":[\#(Array(repeating: #"{"PRN":1,"used":true}"#, count: 400).joined(separator: ","))]}"#)
                try await talk.recovers(after: "four hundred satellites")

                // A report cut in two by the line: one report. Cut off by a line's end: none.
                let whole = FakeGPSD.report(talk.good())
                for cut in [1, 20, whole.count / 2, whole.count - 1] {
                    try await talk.gpsd.say(whole.prefix(cut).utf8)
                    #expect(try await talk.locd.client.status().receiver.state == .fix3D)
                    try await talk.gpsd.say(line: String(whole.dropFirst(cut)))
                }
                try await talk.recovers(after: "reports in pieces")
                for line in ["", "{", "}", "{}", "[]", "null", #"{"class":"TPV""#, #"{"class":"TPV"}"#, #"{"class":""}"#, #"{"class":"ERROR"}"#] {
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
                let talk = try Conversation(stage)
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
                let talk = try Conversation(stage)
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
