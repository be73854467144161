import Foundation
import LocationModel
import Sensors
import Testing

@Suite struct BeaconCoreTests {
    private func one(_ minor: UInt16) throws -> BeaconConstraint { BeaconConstraint(try BeaconBench.beacon(minor)) }
    private func all() throws -> BeaconConstraint { try #require(BeaconConstraint(BeaconBench.uuid)) }

    @Test func `Two strong advertisements are an entry, and half a minute of silence an exit`() throws {
        var bench = BeaconBench()
        bench.demand(monitored: [try one(1)])
        bench.pass(.seconds(15))
        #expect(bench.passages == ["-1"])
        bench.forget()
        bench.hear(try BeaconBench.beacon(1), rssi: -60)
        #expect(bench.passages == [])
        bench.pass(.seconds(2))
        bench.hear(try BeaconBench.beacon(1), rssi: -60)
        #expect(bench.passages == ["+1"])
        bench.pass(.seconds(29))
        #expect(bench.passages == ["+1"])
        bench.pass(.seconds(1))
        #expect(bench.passages == ["+1", "-1"])
        #expect(bench.core.count == 0)
        #expect(bench.core.deadline == nil)
    }

    @Test func `Whatever power is claimed, the distance is finite and not beyond what a beacon reaches`() throws {
        for power in Int(Int8.min)...Int(Int8.max) {
            for rssi in [BeaconSighting.plausibleStrengths.lowerBound, BeaconSighting.plausibleStrengths.upperBound] {
                var bench = BeaconBench()
                bench.demand(ranged: [try one(1)])
                bench.hear(try BeaconBench.beacon(1), rssi: rssi, power: power)
                bench.pass(.seconds(2))
                let accuracies = bench.ranged.flatMap(\.beacons).compactMap(\.accuracy)
                // A power that no transmitter has says nothing.
                #expect(accuracies.isEmpty == !BeaconAdvertisement.plausiblePowers.contains(power), "\(power)")
                #expect(accuracies.allSatisfy { (0...10_000).contains($0) }, "\(power) \(rssi)")
            }
        }
    }

    @Test func `Weak advertisements enter only if there are five within ten seconds`() throws {
        var bench = BeaconBench()
        bench.demand(monitored: [try one(1)])
        for _ in 0..<8 {
            bench.hear(try BeaconBench.beacon(1), rssi: -95)
            bench.pass(.seconds(3))
        }
        #expect(bench.passages == ["-1"])
        for _ in 0..<4 { bench.hear(try BeaconBench.beacon(1), rssi: -95) }
        #expect(bench.passages == ["-1", "+1"])
    }

    @Test(arguments: 1...20)
    func `Noise of 6 dB at the edge of the reach does not flap`(seed: UInt64) throws {
        // From well within the reach to far beyond it and back, slowly: each is crossed once.
        var bench = BeaconBench(seed: seed)
        bench.demand(monitored: [try one(1)])
        let beacon = try BeaconBench.beacon(1)
        let levels = stride(from: -90.0, through: -140, by: -1)
        for level in levels { bench.hear([(beacon, metres: metres(at: level))], for: 20) }
        #expect(bench.passages == ["+1", "-1"])
        bench.forget()
        for level in levels.reversed() { bench.hear([(beacon, metres: metres(at: level))], for: 20) }
        #expect(bench.passages == ["+1"])
    }

    /// The distance at which the mean strength is this, with -59 dBm at one metre.
    private func metres(at level: Double) -> Double {
        pow(10, (-59 - level) / 20)
    }

    @Test(arguments: 1...20)
    func `Three beacons are ranged in the order of their distances, with noise of 6 dB`(seed: UInt64) throws {
        var bench = BeaconBench(seed: seed)
        bench.demand(ranged: [try all()])
        let beacons = try (1...3).map { try BeaconBench.beacon($0) }
        bench.hear([(beacons[0], 0.15), (beacons[1], 1.2), (beacons[2], 12)], for: 8)
        let last = try #require(bench.ranged.last)
        #expect(last.beacons.map(\.identity.minor) == [1, 2, 3])
        #expect(last.beacons.map(\.proximity) == [.immediate, .near, .far])
        #expect(last.beacons.allSatisfy { $0.rssi != nil })
        // They change places.
        bench.hear([(beacons[2], 0.15), (beacons[0], 1.2), (beacons[1], 12)], for: 8)
        #expect(try #require(bench.ranged.last).beacons.map(\.identity.minor) == [3, 1, 2])
    }

    @Test func `The accuracy contains the true distance in about 68 percent of the reports`() throws {
        var (contained, count) = (0, 0)
        for seed in 1...40 {
            var bench = BeaconBench(seed: UInt64(seed))
            bench.demand(ranged: [try one(1)])
            // A room adds an error that does not average out: 6 dB, from -9 to 9 evenly spaced.
            let metres = 4 * (1...40).map { pow(10, Self.quantiles[$0 - 1] * 6 / 20) }[seed - 1]
            bench.hear([(try BeaconBench.beacon(1), metres)], for: 6)
            count += 1
            if let accuracy = bench.ranged.last?.beacons.first?.accuracy, accuracy >= 4 { contained += 1 }
        }
        #expect((0.58...0.78).contains(Double(contained) / Double(count)))
    }

    /// 40 quantiles of the standard normal distribution.
    private static let quantiles: [Double] = (0..<40).map { index in
        // By the logistic approximation, whose error is below 0.02.
        let probability = (Double(index) + 0.5) / 40
        return log(probability / (1 - probability)) / 1.702
    }

    @Test func `Ranging reports every second, and nothing heard is an empty array`() throws {
        var bench = BeaconBench()
        bench.demand(ranged: [try all()])
        bench.pass(.seconds(3))
        #expect(bench.ranged.map(\.beacons) == [[], [], []])
        bench.hear(try BeaconBench.beacon(1), rssi: -59)
        bench.pass(.seconds(1))
        #expect(bench.ranged.last?.beacons.map(\.rssi) == [-59])
        // Heard before, not since: its distance is that of the last seconds, then unknown, then it is gone.
        bench.pass(.seconds(2))
        #expect(bench.ranged.last?.beacons.map(\.rssi) == [nil])
        #expect(bench.ranged.last?.beacons.map(\.proximity) == [.near])
        bench.pass(.seconds(4))
        #expect(bench.ranged.last?.beacons.map(\.proximity) == [.unknown])
        #expect(bench.ranged.last?.beacons.map(\.accuracy) == [nil])
        bench.pass(.seconds(4))
        #expect(bench.ranged.last?.beacons == [])
    }

    @Test func `A beacon of unknown power comes last`() throws {
        var bench = BeaconBench()
        bench.demand(ranged: [try all()])
        bench.hear(try BeaconBench.beacon(1), rssi: -30, power: nil)
        bench.hear(try BeaconBench.beacon(2), rssi: -90)
        bench.pass(.seconds(1))
        #expect(bench.ranged.last?.beacons.map(\.identity.minor) == [2, 1])
        #expect(bench.ranged.last?.beacons.last?.proximity == .unknown)
    }

    @Test func `Silence does not count while nobody listens`() throws {
        var bench = BeaconBench()
        bench.demand(monitored: [try one(1)], ranged: [try one(1)])
        for _ in 0..<2 { bench.hear(try BeaconBench.beacon(1), rssi: -60) }
        #expect(bench.passages == ["+1"])
        bench.forget()
        bench.listen(false)
        #expect(bench.reports == [.rangingFailed(try one(1), at: bench.time)])
        bench.pass(.seconds(3600))
        #expect(bench.passages == [])
        #expect(bench.ranged.isEmpty)
        bench.listen(true)
        bench.pass(.seconds(29))
        #expect(bench.passages == [])
        bench.pass(.seconds(1))
        #expect(bench.passages == ["-1"])
        #expect(bench.ranged.count == 30)
    }

    @Test func `Ranging fails at once if nobody listens`() throws {
        var bench = BeaconBench(isListening: false)
        bench.demand(monitored: [try all()], ranged: [try one(1)])
        #expect(bench.reports == [.rangingFailed(try one(1), at: bench.time)])
        #expect(bench.core.deadline == nil)
    }

    @Test func `A wildcard is left when its last beacon is left`() throws {
        var bench = BeaconBench()
        bench.demand(monitored: [try all()])
        for minor: UInt16 in [1, 2] {
            for _ in 0..<2 { bench.hear(try BeaconBench.beacon(minor), rssi: -60) }
            bench.pass(.seconds(10))
        }
        bench.pass(.seconds(15))
        #expect(bench.passages == ["+"])
        bench.pass(.seconds(10))
        #expect(bench.passages == ["+", "-"])
    }

    @Test func `Only beacons that somebody asks for are followed, and no more than fit`() throws {
        var bench = BeaconBench()
        bench.hear(try BeaconBench.beacon(1), rssi: -60)
        #expect(bench.core.count == 0)
        bench.demand(monitored: [try all()])
        for minor in 0..<UInt16(3000) { bench.hear(try BeaconBench.beacon(minor, major: 2), rssi: -60) }
        #expect(bench.core.count == BeaconCore.maximumBeacons)
        // The newest are those that are followed.
        bench.hear(try BeaconBench.beacon(2999, major: 2), rssi: -60)
        #expect(bench.passages == ["+"])
        bench.demand()
        #expect(bench.core.count == 0)
    }
}
