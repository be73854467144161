package import NMEA

extension SerialSource {
    /// The usual speeds of a GNSS receiver's serial port, in bits per second.
    package static let speeds = [
        1200, 2400, 4800, 9600, 19200, 38400, 57600, 115_200, 230_400, 460_800, 921_600,
    ]

    /// Reads the part behind `serial:`, a path and `?baud=N|auto&checksum=required|optional|learned`.
    init(parsing text: Substring) throws(ValueProblem) {
        let mark = text.firstIndex(of: "?") ?? text.endIndex
        self.init(device: try Configuration.Receiver.Source.path(text[..<mark]))
        guard mark != text.endIndex else { return }
        var known: Set<Substring> = []
        for setting in text[mark...].dropFirst().split(separator: "&", omittingEmptySubsequences: false) {
            let equals = setting.firstIndex(of: "=") ?? setting.endIndex
            let name = setting[..<equals]
            let value = setting[equals...].dropFirst()
            guard known.insert(name).inserted else {
                throw ValueProblem(.badValue, "\(String(name).quoted) is listed twice")
            }
            switch name {
            case "baud": baud = try Self.speed(value)
            case "checksum": checksums = try Self.policy(value)
            default:
                throw ValueProblem(
                    .badValue, "\(String(setting).quoted) is not a setting of a serial port",
                    hint: "serial:\(device)?baud=9600")
            }
        }
    }

    private static func speed(_ text: Substring) throws(ValueProblem) -> Int? {
        if text == "auto" { return nil }
        guard let baud = Int(text), speeds.contains(baud), text.first != "+" else {
            throw ValueProblem(
                .outOfRange,
                "\(String(text).quoted) is not a speed of a receiver, which is auto or one of "
                    + speeds.map { "\($0)" }.joined(separator: ", "))
        }
        return baud
    }

    private static func policy(_ text: Substring) throws(ValueProblem) -> ChecksumPolicy {
        guard let policy = ChecksumPolicy(rawValue: String(text)) else {
            throw ValueProblem(
                .badValue, "\(String(text).quoted) is not a checksum policy, which is required, optional or learned")
        }
        return policy
    }
}
