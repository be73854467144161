/// The curve of speed over time that a recording of NMEA draws, read from its RMC sentences by nothing of locd's.
struct SpeedCurve {
    /// Seconds since midnight, and metres per second.
    private var samples: [(second: Double, speed: Double)] = []

    init(nmea: String) {
        for line in nmea.split(whereSeparator: \.isNewline) {
            let fields = line.split(separator: ",", omittingEmptySubsequences: false)
            guard fields[0].hasSuffix("RMC"), fields.count > 8, fields[2] == "A", let knots = Double(fields[7]),
                let time = Double(fields[1])
            else { continue }
            let clock = Int(time)
            let second = Double(clock / 10_000 * 3600 + clock / 100 % 100 * 60 + clock % 100)
            samples.append((second, knots * 1852 / 3600))
        }
    }

    /// Where the curve comes down to the axis and lies there, as a person sees it: below 3 km/h, until it clearly
    /// rises, beyond 5 km/h.
    func stops(lasting seconds: Double) -> [(from: Double, to: Double)] {
        var stops: [(from: Double, to: Double)] = []
        var begin: Double?
        for (second, speed) in samples + [(samples.last?.second ?? 0, 10)] {
            if speed < 3 / 3.6 {
                begin = begin ?? second
            } else if speed > 5 / 3.6, let from = begin {
                if second - from >= seconds { stops.append((from, second)) }
                begin = nil
            }
        }
        return stops
    }
}
