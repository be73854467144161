/// A serial port as the configuration spells it: `serial:/dev/ttyUSB0?baud=9600&checksum=learned`.
package struct SerialSource: Sendable, Hashable, CustomStringConvertible {
    /// The device; a link such as `/dev/serial/by-id/…` is resolved at each opening.
    package var device: String
    /// Bits a second, 50...4,000,000; `nil`: found by listening.
    package var baud: Int?
    /// What becomes of sentences without a checksum.
    package var checksums: ChecksumPolicy

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

/// What becomes of a sentence that carries no checksum. One that carries a wrong one is always refused.
public enum ChecksumPolicy: String, Sendable, Hashable, CaseIterable {
    /// It is refused.
    case required
    /// It is taken. A sentence cut short by a bad line is then taken too.
    case optional
    /// It is taken until one of the same talker and formatter came with a right one: from there on, a sentence without
    /// was cut.
    case learned
}
