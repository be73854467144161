import LocationModel
import Simulator
import Testing

@Suite struct SimulatedBeaconTests {
    private let identity = BeaconIdentity(uuid: BeaconUUID(high: 1, low: 2), major: 3, minor: 4)

    @Test func `It moves between its distances, and weakens with them`() {
        var beacon = SimulatedBeacon(identity, distances: [10, 1, 1000], duration: 60)
        #expect(beacon.distance(after: 0) == 10)
        #expect(beacon.distance(after: 15) == 5.5)
        #expect(beacon.distance(after: 30) == 1)
        #expect(beacon.distance(after: 61) == 1000)
        #expect(beacon.advertisement(after: 0)?.rssi == -79)
        #expect(beacon.advertisement(after: 30)?.rssi == -59)
        #expect(beacon.advertisement(after: 30)?.payload.suffix(5) == [0, 3, 0, 4, 0xC5])
        #expect(beacon.advertisement(after: 60)?.rssi == nil)
    }

    @Test func `The seed decides the noise`() {
        func strengths(_ seed: UInt64) -> [Int?] {
            var beacon = SimulatedBeacon(identity, distances: [2], duration: 60, noise: 6, seed: seed)
            return (0..<200).map { beacon.advertisement(after: Double($0))?.rssi }
        }
        #expect(strengths(1) == strengths(1))
        #expect(strengths(1) != strengths(2))
        let heard = strengths(1).compactMap(\.self).map(Double.init)
        let mean = heard.reduce(0, +) / Double(heard.count)
        let deviation = (heard.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(heard.count)).squareRoot()
        #expect((-67 ... -63).contains(mean) && (5...7).contains(deviation))
    }
}
