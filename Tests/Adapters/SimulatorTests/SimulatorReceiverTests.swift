import LocationModel
import SystemSupport
import Testing

@testable import Simulator

@Suite("Simulator: receiver")
struct SimulatorReceiverTests {
    @Test func `Same seed same bytes other seed other bytes`() throws {
        let route = try #require(Route.builtIn("loop"))
        let one = try receiver(route) { $0.seed = 7 }.epochs(100)
        #expect(try receiver(route) { $0.seed = 7 }.epochs(100) == one)
        #expect(try receiver(route) { $0.seed = 8 }.epochs(100).map(\.bytes) != one.map(\.bytes))
        #expect(try receiver(route) { $0.seed = 8 }.epochs(100).map(\.truth) == one.map(\.truth))
    }

    @Test func `SplitMix is the one of its paper`() {
        // The first numbers of seed 1234567, as every published implementation gives them.
        var generator = SplitMix64(seed: 1_234_567)
        #expect(generator.next() == 6_457_827_717_110_365_317)
        #expect(generator.next() == 3_203_168_211_198_807_973)
    }

    @Test func `Epoch has every sentence once and in order`() throws {
        let epochs = try receiver(try standing(at: 47.5, 8.7)).epochs(3)
        for epoch in epochs {
            let kinds = try ParsedSentence.all(epoch.bytes).map { String($0.address.suffix(3)) }
            var order: [String] = []
            for kind in kinds where order.last != kind { order.append(kind) }
            #expect(order == ["RMC", "VTG", "GGA", "GSA", "GSV", "GST"])
            #expect(kinds.count(where: { $0 == "GSA" }) == 2)
        }
    }

    @Test(arguments: [(47.5, 8.7), (-33.9, 151.2), (-54.8, -68.3), (90, 0), (-90, 12), (0, 180), (-17, -179.9999999)])
    func `Exact receiver says where it is`(latitude: Double, longitude: Double) throws {
        let route = try standing(at: latitude, longitude, altitude: -12.25)
        for epoch in try receiver(route, { $0.noise = 0 }).epochs(5) {
            let rmc = try ParsedSentence.first("GNRMC", in: epoch.bytes)
            let gga = try ParsedSentence.first("GNGGA", in: epoch.bytes)
            let truth = try #require(epoch.truth.coordinate)
            for said in [rmc.coordinate(at: 2), gga.coordinate(at: 1)] {
                let said = try #require(said)
                #expect(abs(said.latitude - truth.latitude) < 1e-8)
                #expect(abs(said.longitude - truth.longitude) < 1e-8)
            }
            #expect(gga.fields[8] == "-12.25")
            #expect(rmc.fields[6] == "0.000")
            #expect(rmc.fields[7] == "")
        }
    }

    @Test func `Speed and course are those of the motion`() throws {
        let start = Coordinate(latitude: -33.9, longitude: -179.9999)
        let route = try #require(
            Route(knots: [
                Route.Knot(elapsed: 0, coordinate: start, altitude: 0),
                Route.Knot(elapsed: 100, coordinate: start.moved(by: 2000, bearing: 250), altitude: 0),
            ]))
        for epoch in try receiver(route, { $0.noise = 0 }).epochs(90).dropFirst() {
            let rmc = try ParsedSentence.first("GNRMC", in: epoch.bytes)
            let vtg = try ParsedSentence.first("GNVTG", in: epoch.bytes)
            #expect(rmc.fields[6] == "38.877")
            #expect(vtg.fields[4] == "38.877")
            #expect(vtg.fields[6] == "72.000")
            // It crosses the antimeridian meanwhile.
            #expect(abs((Double(rmc.fields[7]) ?? 0) - 250) < 0.02)
            #expect(vtg.fields[0] == rmc.fields[7])
        }
    }

    @Test func `Before the first fix fields are empty and the journey waits`() throws {
        let route = try #require(Route.builtIn("loop"))
        let epochs = try receiver(route) { $0.timeToFirstFix = 4 }.epochs(6)
        for epoch in epochs.prefix(4) {
            let rmc = try ParsedSentence.first("GNRMC", in: epoch.bytes)
            #expect(rmc.fields[1...7] == ["V", "", "", "", "", "", ""])
            #expect(rmc.fields.last == "N")
            let gga = try ParsedSentence.first("GNGGA", in: epoch.bytes)
            #expect(gga.fields[1...13] == ["", "", "", "", "0", "00", "", "", "", "", "", "", ""])
            let gsa = try ParsedSentence.first("GNGSA", in: epoch.bytes)
            #expect(gsa.fields == ["A", "1"] + [String](repeating: "", count: 15))
            #expect(try ParsedSentence.first("GNGST", in: epoch.bytes).fields.dropFirst().allSatisfy(\.isEmpty))
            #expect(epoch.reported.mode == .none)
            #expect(epoch.reported.coordinate == nil)
            #expect(epoch.truth.coordinate == route.knots[0].coordinate)
        }
        // A receiver knows the time before it knows the place.
        #expect(try ParsedSentence.first("GNRMC", in: epochs[0].bytes).fields[0] == "")
        #expect(try ParsedSentence.first("GNRMC", in: epochs[3].bytes).fields[0] == "060003.000")
        let rmc = try ParsedSentence.first("GNRMC", in: epochs[4].bytes)
        #expect(rmc.fields[0...1] == ["060004.000", "A"])
        #expect(try ParsedSentence.first("GNGSA", in: epochs[4].bytes).fields[1] == "3")
    }

    @Test func `Satellites of GSA are those of GSV and their number that of GGA`() throws {
        let epoch = try #require(try receiver(try standing(at: 10, -70)).epochs(1).first)
        let sentences = try ParsedSentence.all(epoch.bytes)
        let used = sentences.filter { $0.address == "GNGSA" }.flatMap { $0.fields[2..<14] }.filter { !$0.isEmpty }
        var seen: [String] = []
        for talker in ["GPGSV", "GLGSV"] {
            let parts = sentences.filter { $0.address == talker }
            #expect(parts.map { $0.fields[0] } == [String](repeating: "\(parts.count)", count: parts.count))
            #expect(parts.map { $0.fields[1] } == (1...parts.count).map(String.init))
            let identifiers = parts.flatMap { part in
                stride(from: 3, to: part.fields.count, by: 4).map { part.fields[$0] }
            }
            #expect(Int(parts[0].fields[2]) == identifiers.count)
            seen += identifiers
        }
        #expect(Set(seen).count == seen.count)
        #expect(Set(used).isSubset(of: seen))
        #expect(used.count >= 8)
        #expect(Int(try ParsedSentence.first("GNGGA", in: epoch.bytes).fields[6]) == used.count)
    }

    @Test func `Noise is of the size asked for and drifts`() throws {
        // Many receivers at one moment: independent draws of the same error.
        let route = try standing(at: 47.5, 8.7)
        let here = Coordinate(latitude: 47.5, longitude: 8.7)
        var squares = 0.0
        var vertical = 0.0
        var steps = 0.0
        let runs = 600
        for seed in 0..<runs {
            let epochs = try receiver(route) {
                $0.noise = 4
                $0.seed = UInt64(seed)
            }.epochs(2)
            let first = try #require(epochs[0].reported.coordinate)
            let second = try #require(epochs[1].reported.coordinate)
            squares += here.distance(to: first) * here.distance(to: first)
            steps += first.distance(to: second) * first.distance(to: second)
            vertical += (epochs[0].reported.altitude ?? 0) * (epochs[0].reported.altitude ?? 0)
        }
        // Both axes of 4 m: 5.66 m together. 600 draws are good to 3 %; ±12 % is four of that.
        let distance = (squares / Double(runs)).squareRoot()
        #expect((4.98...6.34).contains(distance))
        // A real receiver's position is worse in height.
        #expect((vertical / Double(runs)).squareRoot() > distance / 2.0.squareRoot())
        // Within a second it moves by a seventh of that, not by all of it.
        #expect((steps / Double(runs)).squareRoot() < distance / 4)
    }

    @Test func `GST is the noise and the satellites' shape`() throws {
        for noise in [1.5, 40] {
            let epoch = try #require(try receiver(try standing(at: -33, 18)) { $0.noise = noise }.epochs(1).first)
            let gst = try ParsedSentence.first("GNGST", in: epoch.bytes).fields.dropFirst().compactMap(Double.init)
            let hdop = try #require(epoch.reported.hdop)
            try #require(gst.count == 7)
            let (rms, major, minor, latitude, longitude, altitude) = (gst[0], gst[1], gst[2], gst[4], gst[5], gst[6])
            let tolerance = 0.02 * noise
            #expect(abs((latitude * latitude + longitude * longitude) / 2 - noise * noise) < tolerance * noise)
            #expect(abs(major * major + minor * minor - 2 * noise * noise) < 2 * tolerance * noise)
            #expect(abs(rms * hdop - noise * 2.0.squareRoot()) < tolerance)
            #expect(altitude > minor)
            #expect(major >= max(latitude, longitude) - 0.02)
        }
    }

    @Test func `Exact receiver does not claim to be exact`() throws {
        let epoch = try #require(try receiver(try standing(at: 1, 1)) { $0.noise = 0 }.epochs(1).first)
        let gst = try ParsedSentence.first("GNGST", in: epoch.bytes).fields
        #expect([gst[1], gst[2], gst[3], gst[5], gst[6], gst[7]] == [String](repeating: "0.10", count: 6))
    }

    @Test(arguments: [0.1, 3, 7, 10, 30, 100])
    func `Time does not drift at any rate`(rate: Double) throws {
        let route = try #require(Route.builtIn("parked"))
        let epochs = try receiver(route) {
            $0.rate = rate
            $0.repeats = true
        }.epochs(101)
        for (index, epoch) in epochs.enumerated() {
            let expected = (Double(index) * 1000 / rate).rounded()
            #expect(Double((epoch.truth.timestamp?.milliseconds ?? 0) - sixOClock.milliseconds) == expected)
        }
    }

    @Test func `Midnight changes the date`() throws {
        let start = try #require(Timestamp("2028-02-28T23:59:59.500Z"))
        let epochs = try receiver(try standing(at: 1, 1)) {
            $0.start = start
            $0.rate = 2
        }.epochs(2)
        let stamps = try epochs.map { try ParsedSentence.first("GNRMC", in: $0.bytes).fields }.map { [$0[0], $0[8]] }
        #expect(stamps == [["235959.500", "280228"], ["000000.000", "290228"]])
    }

    @Test func `Ends after the route unless repeated`() throws {
        let route = try standing(at: 1, 1)
        #expect(try receiver(route).epochs(10_000).count == 601)
        #expect(try receiver(route) { $0.timeToFirstFix = 10 }.epochs(10_000).count == 611)
        #expect(try receiver(route) { $0.repeats = true }.epochs(700).count == 700)
    }

    @Test func `Repeated open route comes back without signal`() throws {
        let start = Coordinate(latitude: 1, longitude: 1)
        let route = try #require(
            Route(
                knots: [
                    Route.Knot(elapsed: 0, coordinate: start, altitude: 0),
                    Route.Knot(elapsed: 10, coordinate: start.moved(by: 100, bearing: 0), altitude: 0),
                ], returnTime: 5))
        let epochs = try receiver(route) {
            $0.repeats = true
            $0.noise = 0
        }.epochs(31)
        #expect(epochs.map { $0.reported.mode == .fix3D } == (0...30).map { $0 % 15 <= 10 })
        #expect(epochs[15].reported.coordinate == start)
        #expect(epochs[18].truth.coordinate == epochs[3].truth.coordinate)
        // In the tunnel the time is known and the satellites are not heard.
        let rmc = try ParsedSentence.first("GNRMC", in: epochs[12].bytes)
        #expect(rmc.fields[0...1] == ["060012.000", "V"])
        let gsv = try ParsedSentence.first("GPGSV", in: epochs[12].bytes)
        #expect(gsv.fields.count == 19)
        #expect(gsv.fields[6] == "")
    }

    @Test func `Settings out of range are refused`() throws {
        let route = try standing(at: 1, 1)
        let changes: [(inout SimulatedReceiver.Settings) -> Void] = [
            { $0.rate = 0.09 }, { $0.rate = 101 }, { $0.rate = .nan }, { $0.noise = -1 }, { $0.noise = 1001 },
            { $0.noise = .nan }, { $0.timeToFirstFix = -1 }, { $0.timeToFirstFix = .infinity },
        ]
        for change in changes {
            let error = #expect(throws: SimulationError.self) { try receiver(route, change) }
            #expect(error?.code == .usage)
        }
    }

    @Test func `End of time is no crash`() throws {
        let epochs = try receiver(try standing(at: 1, 1)) { $0.start = .latest }.epochs(5)
        #expect(epochs.allSatisfy { $0.truth.timestamp == .latest })
    }
}
