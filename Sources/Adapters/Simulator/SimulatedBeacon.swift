internal import Glibc
public import LocationModel
internal import Sensors
internal import SystemSupport

/// A beacon that comes and goes: an iBeacon whose signal weakens with its distance, with noise.
public struct SimulatedBeacon: Sendable {
    /// dBm: weaker signals are not heard.
    public static let floor = -100.0

    /// The beacon.
    public let identity: BeaconIdentity
    /// Metres, one after the other at equal times; the beacon moves in between.
    public let distances: [Double]
    /// Seconds from the first distance to the last.
    public let duration: Double
    /// dBm at one metre.
    public let measuredPower: Int8
    /// The standard deviation of the signal in dB.
    public let noise: Double
    private var random: SplitMix64

    /// A beacon on its way. `distances` has at least one value above 0; `seed` decides the noise.
    public init(
        _ identity: BeaconIdentity, distances: [Double], duration: Double, measuredPower: Int8 = -59,
        noise: Double = 0, seed: UInt64 = 0
    ) {
        self.identity = identity
        self.distances = distances
        self.duration = duration
        self.measuredPower = measuredPower
        self.noise = noise
        random = SplitMix64(seed: seed)
    }

    /// Metres, at a time in seconds.
    public func distance(after seconds: Double) -> Double {
        guard let last = distances.last else { return .infinity }
        guard distances.count > 1, duration > 0, seconds < duration else { return last }
        let position = max(seconds, 0) / duration * Double(distances.count - 1)
        let index = min(Int(rounding: position, .towardZero), distances.count - 2)
        return distances[index] + (distances[index + 1] - distances[index]) * (position - Double(index))
    }

    /// The payload of its next advertisement, and its strength in dBm; `nil` if it is too weak to be heard.
    public mutating func advertisement(after seconds: Double) -> (payload: [UInt8], rssi: Int)? {
        let loss = 20 * log10(max(distance(after: seconds), 0.01))
        let rssi = Double(measuredPower) - loss + noise * random.nextGaussian()
        guard rssi > Self.floor else { return nil }
        return (AdvertisingData.iBeacon(identity, measuredPower: measuredPower), min(Int(rounding: rssi), 20))
    }
}
