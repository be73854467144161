public import LocationModel
internal import Sensors

/// The advertisements of beacons in a recording of a Bluetooth controller (btsnoop), to be played again.
public struct RecordedBeacons: Sendable {
    /// One of them.
    public struct Advertisement: Sendable, Hashable {
        /// Seconds after the first; never before the one before it.
        public var time: Double
        /// Its data.
        public var payload: [UInt8]
        /// Its strength in dBm.
        public var rssi: Int
    }

    /// Why a file cannot be played: a sentence.
    public struct Failure: Error, Sendable, CustomStringConvertible {
        /// The sentence.
        public let description: String
    }

    /// They, in the order of the recording.
    public let advertisements: [Advertisement]
    /// The beacons among them, in the order in which they are first heard.
    public let beacons: [BeaconIdentity]
    /// Whether the recording ends within a packet, as one that was cut off does.
    public let isTruncated: Bool

    /// Reads a recording.
    public init(_ file: [UInt8]) throws(Failure) {
        var reader: BtsnoopReader
        do { reader = try BtsnoopReader(file) } catch { throw Failure(description: error.description) }
        var advertisements: [Advertisement] = []
        var beacons: [BeaconIdentity] = []
        var known: Set<BeaconIdentity> = []
        var first: Int64?
        while let event = reader.next() {
            for report in AdvertisementReports.reports(in: event.bytes) {
                guard let beacon = AdvertisingData.beacon(in: report.payload),
                    let sighting = BeaconSighting(beacon, rssi: report.rssi, source: .reported)
                else { continue }
                if known.insert(beacon.identity).inserted { beacons.append(beacon.identity) }
                let start = first ?? event.time
                first = start
                // The clock of a recording may be set back; what was heard later is played later.
                let elapsed = Double(event.time) / 1e6 - Double(start) / 1e6
                advertisements.append(
                    Advertisement(
                        time: max(elapsed, advertisements.last?.time ?? 0), payload: report.payload,
                        rssi: sighting.rssi))
            }
        }
        (self.advertisements, self.beacons, isTruncated) = (advertisements, beacons, reader.isTruncated)
    }
}
