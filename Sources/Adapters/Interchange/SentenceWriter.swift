public import LocationModel

/// Writes NMEA 0183 sentences: fields, checksum, line end.
public struct SentenceWriter: Sendable {
    /// The sentences so far.
    public private(set) var bytes: [UInt8] = []
    private var begin = 0

    /// Creates a writer without sentences.
    public init() {
        bytes.reserveCapacity(1536)
    }

    /// Removes the sentences and keeps the memory.
    public mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
    }

    /// Adds a sentence: talker and type such as `GNRMC`, then the fields that `fields` adds.
    public mutating func sentence(_ name: String, _ fields: (inout SentenceWriter) -> Void) {
        bytes.append(UInt8(ascii: "$"))
        begin = bytes.count
        bytes.append(contentsOf: name.utf8)
        fields(&self)
        let checksum = bytes[begin...].reduce(0, ^)
        bytes.append(contentsOf: "*\(checksum.hexadecimal.uppercased())\r\n".utf8)
    }

    /// Empty fields: unknown values.
    public mutating func unknown(_ count: Int = 1) {
        bytes.append(contentsOf: repeatElement(UInt8(ascii: ","), count: count))
    }

    /// An unchanged field.
    public mutating func text(_ text: String) {
        unknown()
        bytes.append(contentsOf: text.utf8)
    }

    /// A number with this many decimals and at least this many digits before the point; empty if `nil` or if 15 digits
    /// do not suffice.
    public mutating func number(_ value: Double?, decimals: Int, digits: Int = 1) {
        unknown()
        guard let value, let scaled = Self.scaled(value, decimals: decimals) else { return }
        if scaled < 0 { bytes.append(UInt8(ascii: "-")) }
        appendFixed(scaled.magnitude, decimals: decimals, digits: digits)
    }

    /// A whole number with at least this many digits; a negative one counts as 0.
    public mutating func number(_ value: Int, digits: Int = 1) {
        unknown()
        appendFixed(UInt64(max(value, 0)), decimals: 0, digits: digits)
    }

    /// hhmmss.sss; empty if `nil`.
    public mutating func time(_ time: Timestamp?) {
        unknown()
        guard let time else { return }
        let ofDay = UInt64(max(time.millisecondsOfDay, 0))
        let clock = ofDay / 3_600_000 * 10_000 + ofDay / 60_000 % 60 * 100 + ofDay / 1000 % 60
        appendFixed(clock * 1000 + ofDay % 1000, decimals: 3, digits: 6)
    }

    /// ddmmyy; empty if `nil`.
    public mutating func date(_ time: Timestamp?) {
        unknown()
        guard let date = time?.day else { return }
        appendFixed(UInt64(date.day * 10_000 + date.month * 100 + date.year % 100), decimals: 0, digits: 6)
    }

    /// Latitude and longitude with their hemispheres, four fields, in degrees and minutes. Seven decimals of a minute,
    /// as receivers of high precision write them, are 0.2 mm, so no precision is lost. Empty if `nil`.
    public mutating func coordinate(_ coordinate: Coordinate?) {
        angle(coordinate?.latitude, digits: 4, positive: "N", negative: "S")
        angle(coordinate?.longitude, digits: 5, positive: "E", negative: "W")
    }

    private mutating func angle(_ degrees: Double?, digits: Int, positive: Character, negative: Character) {
        guard let degrees, let scaled = Self.scaled(degrees * 60, decimals: 7) else { return unknown(2) }
        // Degrees and minutes are separated after rounding: 59.99999999 minutes are a degree.
        let (whole, minutes) = scaled.magnitude.quotientAndRemainder(dividingBy: 600_000_000)
        unknown()
        appendFixed(whole * 1_000_000_000 + minutes, decimals: 7, digits: digits)
        text(String(scaled < 0 ? negative : positive))
    }

    private static func scaled(_ value: Double, decimals: Int) -> Int64? {
        var scaled = value
        for _ in 0..<decimals { scaled *= 10 }
        scaled.round()
        return abs(scaled) < 1e15 ? Int64(rounding: scaled, .towardZero) : nil
    }

    private mutating func appendFixed(_ value: UInt64, decimals: Int, digits: Int) {
        var reversed: [UInt8] = []
        var rest = value
        while rest > 0 || reversed.count < decimals + digits {
            reversed.append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        }
        bytes.append(contentsOf: reversed.dropFirst(decimals).reversed())
        if decimals > 0 {
            bytes.append(UInt8(ascii: "."))
            bytes.append(contentsOf: reversed.prefix(decimals).reversed())
        }
    }
}
