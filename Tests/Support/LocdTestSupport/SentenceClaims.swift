/// The positions that the intact sentences of a recording claim, by time of day: read by other means than `NMEA`'s, so
/// that what it makes of them can be held against them.
public struct SentenceClaims {
    private var places: [Int: [(latitude: Double, longitude: Double)]] = [:]

    /// Reads RMC, GGA, GNS and GLL sentences, wherever they stand.
    public init(in bytes: [UInt8]) {
        for line in bytes.split(whereSeparator: { $0 == 10 || $0 == 13 }) {
            for part in line.split(separator: UInt8(ascii: "$"), omittingEmptySubsequences: true) {
                let text = String(decoding: part, as: UTF8.self)
                let body = text.prefix { $0 != "*" }
                let digits = text.dropFirst(body.count + 1).prefix(2)
                if !digits.isEmpty, UInt8(digits, radix: 16) != body.utf8.reduce(0, ^) { continue }
                read(body.split(separator: ",", omittingEmptySubsequences: false))
            }
        }
    }

    /// Whether a sentence of this time of day (milliseconds since midnight) claims this place, to 1e-6 degrees.
    public func contain(latitude: Double, longitude: Double, at time: Int) -> Bool {
        (places[time] ?? []).contains { abs($0.latitude - latitude) <= 1e-6 && abs($0.longitude - longitude) <= 1e-6 }
    }

    private mutating func read(_ fields: [Substring]) {
        guard fields.count > 6, fields[0].utf8.count == 5 else { return }
        let (time, position, isValid): (Substring, Int, Bool) =
            switch fields[0].suffix(3) {
            case "RMC": (fields[1], 3, fields[2] == "A" || fields[2] == "D")
            case "GGA": (fields[1], 2, fields[6] != "0")
            case "GNS": (fields[1], 2, fields[6].contains { $0 != "N" })
            case "GLL": (fields[5], 1, fields[6] != "V")
            default: ("", 0, false)
            }
        guard isValid, let clock = Double(time), let latitude = Double(fields[position]),
            let longitude = Double(fields[position + 2])
        else { return }
        let seconds =
            (clock / 10_000).rounded(.down) * 3600
            + (clock.truncatingRemainder(dividingBy: 10_000) / 100).rounded(.down) * 60
            + clock.truncatingRemainder(dividingBy: 100)
        func degrees(_ value: Double, _ side: Substring) -> Double {
            let whole = (value / 100).rounded(.down)
            return (whole + (value - whole * 100) / 60) * (side == "S" || side == "W" ? -1 : 1)
        }
        places[Int((seconds * 1000).rounded()), default: []].append(
            (degrees(latitude, fields[position + 1]), degrees(longitude, fields[position + 3])))
    }
}
