/// A serial port as the configuration spells it: `serial:/dev/ttyUSB0?baud=9600&checksum=learned`.
package struct SerialSource: Sendable, Hashable, CustomStringConvertible {
    /// The device; a link such as `/dev/serial/by-id/…` is resolved at each opening.
    package var device: String
    /// Bits a second, 50...4,000,000; `nil`: found by listening.
    package var baud: Int?
    /// What becomes of sentences without a checksum.
    package var checksums: ChecksumPolicy

    /// A port.
    package init(device: String, baud: Int? = nil, checksums: ChecksumPolicy = .learned) {
        self.device = device
        self.baud = baud
        self.checksums = checksums
    }

    /// The shortest spelling.
    package var description: String {
        var parameters: [String] = []
        if let baud { parameters.append("baud=\(baud)") }
        if checksums != .learned { parameters.append("checksum=\(checksums.rawValue)") }
        return "serial:" + device + (parameters.isEmpty ? "" : "?" + parameters.joined(separator: "&"))
    }
}
