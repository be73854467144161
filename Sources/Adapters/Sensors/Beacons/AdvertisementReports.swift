/// The advertisements in an event of a Bluetooth controller (Core Specification, volume 4, part E, sections 7.7.65.2
/// and 7.7.65.13).
package enum AdvertisementReports {
    package struct Report: Sendable, Hashable {
        package var payload: [UInt8]
        /// Its strength in dBm; 127 if it was not measured.
        package var rssi: Int
    }

    private static let lowEnergyMeta: UInt8 = 0x3E
    private static let legacy: UInt8 = 0x02
    private static let extended: UInt8 = 0x0D

    /// The reports of an event; none if it is another event. What follows a damaged report is not read.
    package static func reports(in event: [UInt8]) -> [Report] {
        var bytes = ByteCursor(event)
        guard bytes.byte() == lowEnergyMeta, let length = bytes.byte(), let content = bytes.bytes(Int(length)) else {
            return []
        }
        var parameters = ByteCursor(content)
        guard let kind = parameters.byte(), kind == legacy || kind == extended, let count = parameters.byte() else {
            return []
        }
        var reports: [Report] = []
        for _ in 0..<count {
            guard let report = kind == legacy ? legacyReport(&parameters) : extendedReport(&parameters) else { break }
            reports.append(report)
        }
        return reports
    }

    /// Type, type of the address, address; then the data and its strength.
    private static func legacyReport(_ bytes: inout ByteCursor) -> Report? {
        guard bytes.bytes(8) != nil, let length = bytes.byte(), let payload = bytes.bytes(Int(length)),
            let rssi = bytes.byte()
        else { return nil }
        return Report(payload: payload, rssi: Int(Int8(bitPattern: rssi)))
    }

    /// Type (2), type of the address, address (6), two PHYs, set, power of the transmitter; the strength; interval (2),
    /// type of the address to which it is directed, that address (6); then the data.
    private static func extendedReport(_ bytes: inout ByteCursor) -> Report? {
        guard bytes.bytes(13) != nil, let rssi = bytes.byte(), bytes.bytes(9) != nil, let length = bytes.byte(),
            let payload = bytes.bytes(Int(length))
        else { return nil }
        return Report(payload: payload, rssi: Int(Int8(bitPattern: rssi)))
    }
}
