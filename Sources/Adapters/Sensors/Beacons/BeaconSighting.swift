/// One advertisement that was heard.
package struct BeaconSighting: Sendable, Hashable {
    /// Who heard it.
    package enum Source: Sendable, Hashable, CaseIterable {
        /// This machine's own adapter.
        case radio
        /// Another receiver, which reports on the socket.
        case reported
    }

    /// The strengths that a receiver can measure, in dBm; Bluetooth's 127 means that it did not.
    package static let plausibleStrengths: ClosedRange<Int> = -127...20

    /// What was heard.
    package var advertisement: BeaconAdvertisement
    /// How strong it was, in dBm.
    package var rssi: Int
    /// Who heard it.
    package var source: Source

    /// Creates a sighting; `nil` if the strength was not measured.
    package init?(_ advertisement: BeaconAdvertisement, rssi: Int, source: Source) {
        guard Self.plausibleStrengths.contains(rssi) else { return nil }
        self.advertisement = advertisement
        self.rssi = rssi
        self.source = source
    }
}
