import LocationModel
import Sensors

/// The payload of an advertisement, and the data of a manufacturer and of a service: what is read of a beacon is read
/// again from an iBeacon that is made of it. A text is a constraint only if it is written as it was read. A recording
/// of a controller is read up to what is damaged.
func fuzzBeacons(_ input: UnsafeRawBufferPointer) {
    let bytes = Array(input)
    let found = [
        AdvertisingData.beacon(in: bytes), BeaconDecoder.advertisement(ofManufacturer: BeaconDecoder.apple, bytes),
        BeaconDecoder.advertisement(ofManufacturer: 0x0118, bytes),
        BeaconDecoder.advertisement(ofService: BeaconDecoder.eddystoneService, bytes),
    ]
    for advertisement in found.compactMap(\.self) {
        precondition(advertisement.measuredPower.map { BeaconAdvertisement.plausiblePowers.contains($0) } ?? true)
        let power = Int8(advertisement.measuredPower ?? 0)
        let again = AdvertisingData.beacon(in: AdvertisingData.iBeacon(advertisement.identity, measuredPower: power))
        precondition(again == advertisement, "\(advertisement) is read as \(String(describing: again))")
        precondition(BeaconIdentity("\(advertisement.identity)") == advertisement.identity)
    }
    if let constraint = BeaconConstraint(String(decoding: bytes, as: UTF8.self)) {
        precondition(BeaconConstraint(constraint.description) == constraint)
    }
    if var recording = try? BtsnoopReader(bytes) {
        while let event = recording.next() {
            for report in AdvertisementReports.reports(in: event.bytes) { precondition(report.payload.count < 256) }
        }
    }
}
