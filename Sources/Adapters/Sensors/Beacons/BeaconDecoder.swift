package import LocationModel

/// Reads the three formats of beacons.
///
/// | format | bytes | identity |
/// |---|---|---|
/// | iBeacon | manufacturer 0x004C: `02 15`, UUID, major, minor, power at 1 m | as Apple defines it |
/// | AltBeacon | any manufacturer: `BE AC`, 20 bytes, power at 1 m, 1 byte reserved | UUID, major and minor are the 20 bytes |
/// | Eddystone-UID | service 0xFEAA: `00`, power at 0 m, 10 bytes namespace, 6 bytes instance | see ``eddystone(_:)`` |
package enum BeaconDecoder {
    /// Apple's number among the manufacturers.
    package static let apple: UInt16 = 0x004C
    /// Eddystone's number among the services.
    package static let eddystoneService: UInt16 = 0xFEAA
    /// How much weaker a signal is at one metre than at the antenna, in dB: what Eddystone's specification says.
    static let lossOfFirstMetre = 41

    /// Reads the data of a manufacturer; `nil` if it is no beacon.
    package static func advertisement(ofManufacturer company: UInt16, _ data: some Collection<UInt8>)
        -> BeaconAdvertisement?
    {
        var bytes = ByteCursor(data)
        if company == apple, data.count == 23, bytes.take([0x02, 0x15]) { return identified(&bytes) }
        bytes = ByteCursor(data)
        if data.count == 24, bytes.take([0xBE, 0xAC]) { return identified(&bytes) }
        return nil
    }

    /// Reads the data of a service; `nil` if it is no beacon.
    package static func advertisement(ofService service: UInt16, _ data: some Collection<UInt8>)
        -> BeaconAdvertisement?
    {
        service == eddystoneService ? eddystone(data) : nil
    }

    /// Reads an Eddystone-UID frame, with or without its two reserved bytes.
    ///
    /// Its 16 bytes have no UUID, major and minor value. They are kept as they are, and in order, so that the identity
    /// can be turned back: the UUID is the namespace, the first two bytes of the instance, and four zero bytes; the
    /// major and minor value are the last four bytes of the instance. So a region may be all beacons of a namespace
    /// whose instances begin alike, as they do if they are numbered.
    private static func eddystone(_ data: some Collection<UInt8>) -> BeaconAdvertisement? {
        var bytes = ByteCursor(data)
        guard data.count == 18 || data.count == 20, bytes.take([0x00]), let power = bytes.byte(),
            let name = bytes.bytes(12), let uuid = BeaconUUID(name + [0, 0, 0, 0]), let major = bytes.word(),
            let minor = bytes.word()
        else { return nil }
        return BeaconAdvertisement(
            BeaconIdentity(uuid: uuid, major: major, minor: minor),
            measuredPower: Int(Int8(bitPattern: power)) - lossOfFirstMetre)
    }

    /// UUID, major and minor value and the power at one metre, as two formats have them.
    private static func identified(_ bytes: inout ByteCursor) -> BeaconAdvertisement? {
        guard let name = bytes.bytes(16), let uuid = BeaconUUID(name), let major = bytes.word(),
            let minor = bytes.word(), let power = bytes.byte()
        else { return nil }
        return BeaconAdvertisement(
            BeaconIdentity(uuid: uuid, major: major, minor: minor), measuredPower: Int(Int8(bitPattern: power)))
    }
}

/// What a beacon advertises, in one of three formats.
package struct BeaconAdvertisement: Sendable, Hashable {
    /// The powers at one metre that a transmitter can have: at most 20 dBm, of which the first metre takes 41 dB, with
    /// some margin for errors of calibration.
    package static let plausiblePowers: ClosedRange<Int> = -110 ... -10

    package var identity: BeaconIdentity
    /// The strength of its signal at one metre, in dBm; `nil` if it says something that cannot be.
    package var measuredPower: Int?

    /// Creates an advertisement; a power that cannot be is unknown.
    package init(_ identity: BeaconIdentity, measuredPower: Int?) {
        self.identity = identity
        self.measuredPower = measuredPower.flatMap { Self.plausiblePowers.contains($0) ? $0 : nil }
    }
}
