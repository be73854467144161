package import LocationModel

/// The payload of a Bluetooth advertisement: structures of a length, a type and data (Core Specification, volume 3,
/// part C, section 11).
package enum AdvertisingData {
    /// The longest payload, of an extended advertisement.
    package static let maximumCount = 1650

    private static let serviceData: UInt8 = 0x16
    private static let manufacturerData: UInt8 = 0xFF

    /// The first beacon in a payload; `nil` if there is none. What follows a damaged structure is not read.
    package static func beacon(in payload: some Collection<UInt8>) -> BeaconAdvertisement? {
        guard payload.count <= maximumCount else { return nil }
        var bytes = ByteCursor(payload)
        // A length of 0 ends the structures early.
        while let length = bytes.byte(), length > 0, let structure = bytes.bytes(Int(length)) {
            var content = ByteCursor(structure)
            guard let type = content.byte(), let number = content.littleWord(),
                let data = content.bytes(content.remaining)
            else { continue }
            switch type {
            case manufacturerData:
                if let found = BeaconDecoder.advertisement(ofManufacturer: number, data) { return found }
            case serviceData:
                if let found = BeaconDecoder.advertisement(ofService: number, data) { return found }
            default: continue
            }
        }
        return nil
    }

    /// The payload of an iBeacon, for players of advertisements: its flags, and its structure.
    package static func iBeacon(_ identity: BeaconIdentity, measuredPower: Int8) -> [UInt8] {
        let values = [identity.major, identity.minor].flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
        return [0x02, 0x01, 0x06, 0x1A, manufacturerData, 0x4C, 0x00, 0x02, 0x15] + identity.uuid.bytes + values
            + [UInt8(bitPattern: measuredPower)]
    }
}
