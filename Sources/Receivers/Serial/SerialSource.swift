public import NMEA

/// A serial port as the configuration spells it: `serial:/dev/ttyUSB0?baud=9600&checksum=learned`.
public struct SerialSource: Sendable, Hashable, CustomStringConvertible {
    /// The device; a link such as `/dev/serial/by-id/…` is followed anew at each opening.
    public var device: String
    /// Bits a second, 50...4,000,000; `nil` (`baud=auto`, or none): found by listening.
    public var baud: Int?
    /// What becomes of sentences without a checksum.
    public var checksums: ChecksumPolicy

    /// A port.
    public init(device: String, baud: Int? = nil, checksums: ChecksumPolicy = .learned) {
        self.device = device
        self.baud = baud
        self.checksums = checksums
    }

    /// Why a source cannot be read.
    public struct Malformed: Error, Hashable, CustomStringConvertible {
        /// What is wrong with it, and what to write instead.
        public let description: String
    }

    /// Reads `serial:PATH`, with `?baud=N|auto` and `checksum=required|optional|learned` behind it.
    public init(_ text: String) throws(Malformed) {
        guard text.hasPrefix("serial:") else {
            throw Malformed(description: "'\(text)' is no serial port: write serial:/dev/ttyUSB0")
        }
        let parts = text.dropFirst("serial:".count).split(
            separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var path = parts[0]
        // serial:///dev/ttyUSB0 is the same port, spelled as a URL.
        if path.hasPrefix("//") { path = path.dropFirst(2) }
        guard path.hasPrefix("/"), path.count > 1, !path.utf8.contains(0) else {
            throw Malformed(description: "'\(text)' names no device: write serial:/dev/ttyUSB0")
        }
        self.init(device: String(path))
        guard parts.count == 2 else { return }
        for parameter in parts[1].split(separator: "&") {
            let pair = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let value = pair.count == 2 ? String(pair[1]) : ""
            switch pair[0] {
            case "baud":
                baud = try Self.baud(value)
            case "checksum":
                guard let policy = ChecksumPolicy(rawValue: value) else {
                    throw Malformed(
                        description: "checksum is '\(value)': write required, optional or learned")
                }
                checksums = policy
            default:
                throw Malformed(description: "'\(pair[0])' is unknown: a serial port has baud and checksum")
            }
        }
    }

    private static func baud(_ value: String) throws(Malformed) -> Int? {
        if value == "auto" { return nil }
        guard let baud = Int(value), (50...4_000_000).contains(baud) else {
            throw Malformed(description: "baud is '\(value)': write auto, or a speed such as 9600")
        }
        return baud
    }

    /// The shortest spelling.
    public var description: String {
        var parameters: [String] = []
        if let baud { parameters.append("baud=\(baud)") }
        if checksums != .learned { parameters.append("checksum=\(checksums.rawValue)") }
        return "serial:" + device + (parameters.isEmpty ? "" : "?" + parameters.joined(separator: "&"))
    }
}
