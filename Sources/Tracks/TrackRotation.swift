/// When a new track file begins.
public enum TrackRotation: Sendable, Hashable {
    /// With each UTC day of the locations' own time.
    case daily
    /// Never: the file of the first day goes on.
    case never
    /// With each UTC day, and within a day before a file would grow beyond this many bytes.
    case size(bytes: Int64)
}

extension TrackRotation: LosslessStringConvertible {
    /// The smallest size that the configuration may ask for: 64 KiB, some 300 lines.
    public static let minimumSize: Int64 = 65_536

    /// Reads `daily`, `never`, or a size of at least ``minimumSize`` such as `64MB`, `512KiB`, `1GB` or `5000000`, as the
    /// configuration spells it. KB, MB, GB are powers of 1000, KiB, MiB, GiB of 1024.
    public init?(_ text: String) {
        switch text {
        case "daily": self = .daily
        case "never": self = .never
        default:
            let digits = text.prefix { $0.isASCII && $0.isNumber }
            let unit: Int64
            switch text.dropFirst(digits.count).drop(while: { $0 == " " }).lowercased() {
            case "", "b": unit = 1
            case "kb", "k": unit = 1000
            case "mb", "m": unit = 1_000_000
            case "gb", "g": unit = 1_000_000_000
            case "kib": unit = 1 << 10
            case "mib": unit = 1 << 20
            case "gib": unit = 1 << 30
            default: return nil
            }
            guard let count = Int64(digits) else { return nil }
            let (bytes, overflow) = count.multipliedReportingOverflow(by: unit)
            guard !overflow, bytes >= Self.minimumSize else { return nil }
            self = .size(bytes: bytes)
        }
    }

    /// The configuration's spelling.
    public var description: String {
        switch self {
        case .daily: "daily"
        case .never: "never"
        case .size(let bytes):
            if bytes % 1_000_000 == 0 { "\(bytes / 1_000_000)MB" } else { "\(bytes)" }
        }
    }
}
