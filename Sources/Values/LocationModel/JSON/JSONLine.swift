/// Writes one JSON object per line into a reusable buffer, with fixed decimals and without an allocation per value.
///
/// The track is written with this: JSONEncoder cannot fix decimals and is about twenty times slower.
public struct JSONLine: MemberWriter, Sendable {
    /// The lines written so far, each ended by a newline.
    public private(set) var bytes: [UInt8] = []
    private var isFirst = true

    /// Room for the line of a location, which is then written without a second allocation.
    private static let room = 1024

    /// Creates an empty buffer.
    public init() {}

    /// The lines without the last newline: the object, if there is one line.
    package var object: ArraySlice<UInt8> { bytes[..<max(bytes.count - 1, 0)] }

    /// Removes the lines and keeps the capacity.
    public mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
    }

    /// Begins an object, with a `type` if one is given.
    public mutating func begin(type: StaticString? = nil) {
        if bytes.isEmpty { bytes.reserveCapacity(Self.room) }
        bytes.append(UInt8(ascii: "{"))
        isFirst = true
        if let type { member("type", type) }
    }

    /// Ends the object and its line.
    public mutating func end() {
        bytes.append(UInt8(ascii: "}"))
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Appends a member whose value needs no escaping.
    public mutating func member(_ key: StaticString, _ value: StaticString) {
        begin(key)
        append(quoted: value)
    }

    /// Appends a string, escaped as RFC 8259 requires.
    public mutating func member(_ key: StaticString, _ value: String) {
        begin(key)
        append(escaped: value)
    }

    /// Appends a time, RFC 3339 with milliseconds.
    public mutating func member(_ key: StaticString, _ value: Timestamp) {
        begin(key)
        bytes.append(UInt8(ascii: "\""))
        value.append(to: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    /// Appends a number with a fixed count of `decimals` (0 to 9); omitted if `nil` or not finite.
    public mutating func member(_ key: StaticString, _ value: Double?, decimals: Int) {
        guard let value, value.isFinite else { return }
        begin(key)
        let scaled = (value * Self.powers[decimals]).rounded()
        guard abs(scaled) < 9e15 else { return bytes.append(contentsOf: value.description.utf8) }
        append(UInt(rounding: scaled.magnitude, .towardZero), isNegative: scaled < 0, decimals: decimals)
    }

    /// Appends a whole number; omitted if `nil`.
    public mutating func member(_ key: StaticString, _ value: Int?) {
        guard let value else { return }
        begin(key)
        append(value.magnitude, isNegative: value < 0)
    }

    /// Appends `true` or `false`.
    public mutating func member(_ key: StaticString, _ value: Bool) {
        begin(key)
        bytes.append(contentsOf: (value ? "true" : "false").utf8)
    }

    /// Appends an object; `body` writes its members.
    public mutating func object(_ key: StaticString, _ body: (inout JSONLine) -> Void) {
        begin(key)
        element(body)
    }

    /// Appends an array of objects, one for each value; `body` writes their members.
    public mutating func objects<Value>(
        _ key: StaticString, _ values: some Sequence<Value>, _ body: (inout JSONLine, Value) -> Void
    ) {
        begin(key)
        bytes.append(UInt8(ascii: "["))
        for (index, value) in values.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            element { body(&$0, value) }
        }
        bytes.append(UInt8(ascii: "]"))
    }

    /// Appends an array of records.
    package mutating func members<Record: JSONRecord>(_ key: StaticString, _ records: [Record]) {
        objects(key, records) { $1.write(to: &$0) }
    }

    /// Appends an array of strings, escaped as RFC 8259 requires.
    public mutating func strings(_ key: StaticString, _ values: some Sequence<String>) {
        begin(key)
        bytes.append(UInt8(ascii: "["))
        for (index, value) in values.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            append(escaped: value)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    private mutating func element(_ body: (inout JSONLine) -> Void) {
        bytes.append(UInt8(ascii: "{"))
        isFirst = true
        body(&self)
        bytes.append(UInt8(ascii: "}"))
        isFirst = false
    }

    private mutating func begin(_ key: StaticString) {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        append(quoted: key)
        bytes.append(UInt8(ascii: ":"))
    }

    private static let powers: [Double] = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]

    /// A number of which the last digits, `decimals` of them, stand behind a point.
    private mutating func append(_ magnitude: UInt, isNegative: Bool, decimals: Int = 0) {
        if isNegative { bytes.append(UInt8(ascii: "-")) }
        // The last digit comes first.
        let start = bytes.count
        var rest = magnitude
        var digits = 0
        repeat {
            if digits == decimals, decimals > 0 { bytes.append(UInt8(ascii: ".")) }
            bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
            digits += 1
        } while rest > 0 || digits <= decimals
        bytes[start...].reverse()
    }

    private mutating func append(quoted text: StaticString) {
        bytes.append(UInt8(ascii: "\""))
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func append(escaped text: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0..<0x20:
                bytes.append(contentsOf: "\\u00\(byte.hexadecimal)".utf8)
            default:
                bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Appends one event as one line of the track format, `type` first.
    public mutating func append(_ event: LocationEvent) {
        guard case .location(let location) = event else {
            begin()
            event.write(to: &self)
            end()
            return
        }
        append(location, as: "location")
    }

    package mutating func append(_ record: some JSONRecord, as type: StaticString?) {
        begin(type: type)
        record.write(to: &self)
        end()
    }
}
