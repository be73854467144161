package import LocationModel

/// What a beacon advertises, in one of three formats.
package struct BeaconAdvertisement: Sendable, Hashable {
    /// The powers at one metre that a transmitter can have: at most 20 dBm, of which the first metre takes 41 dB, with
    /// some margin for errors of calibration.
    package static let plausiblePowers: ClosedRange<Int> = -110 ... -10

    /// The beacon.
    package var identity: BeaconIdentity
    /// The strength of its signal at one metre, in dBm; `nil` if it says something that cannot be.
    package var measuredPower: Int?

    /// Creates an advertisement; a power that cannot be is unknown.
    package init(_ identity: BeaconIdentity, measuredPower: Int?) {
        self.identity = identity
        self.measuredPower = measuredPower.flatMap { Self.plausiblePowers.contains($0) ? $0 : nil }
    }
}
