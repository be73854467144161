/// A UTC time in whole milliseconds since 1970-01-01T00:00:00Z, without leap seconds (POSIX time).
///
/// Track lines have milliseconds too, so a replayed track gives exactly the same results as the live stream did.
/// Range: years 1 to 9999, as in RFC 3339.
public struct Timestamp: Sendable, Hashable, Comparable {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    public let milliseconds: Int64

    /// 0001-01-01T00:00:00.000Z
    public static let earliest = Timestamp(uncheckedMilliseconds: -62_135_596_800_000)
    /// 9999-12-31T23:59:59.999Z
    public static let latest = Timestamp(uncheckedMilliseconds: 253_402_300_799_999)

    /// Creates a time from milliseconds since 1970; `nil` outside the years 1 to 9999.
    public init?(milliseconds: Int64) {
        guard (Self.earliest.milliseconds...Self.latest.milliseconds).contains(milliseconds) else { return nil }
        self.milliseconds = milliseconds
    }

    /// The time that a clock shows, as in `timespec`; ``earliest`` if that is outside the years 1 to 9999.
    package init(clock time: (seconds: Int64, nanoseconds: Int64)) {
        self = Self(seconds: time.seconds, nanoseconds: time.nanoseconds) ?? .earliest
    }

    /// Creates a time from seconds and nanoseconds since 1970, as in `timespec`, rounded to the millisecond;
    /// `nil` outside the years 1 to 9999 or if `nanoseconds` is not in 0..<1,000,000,000.
    public init?(seconds: Int64, nanoseconds: Int64 = 0) {
        guard (0..<1_000_000_000).contains(nanoseconds) else { return nil }
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        guard !overflow else { return nil }
        let (sum, tooFar) = product.addingReportingOverflow((nanoseconds + 500_000) / 1_000_000)
        guard !tooFar else { return nil }
        self.init(milliseconds: sum)
    }

    private init(uncheckedMilliseconds: Int64) {
        milliseconds = uncheckedMilliseconds
    }

    /// Seconds from `other` to this time; negative if this one is earlier.
    public func seconds(since other: Timestamp) -> Double {
        Double(milliseconds - other.milliseconds) / 1000
    }

    /// This time moved by `seconds`, limited to the years 1 to 9999. A value that is not finite has no effect.
    public func advanced(bySeconds seconds: Double) -> Timestamp {
        guard seconds.isFinite else { return self }
        let moved = Double(milliseconds) + (seconds * 1000).rounded()
        let held = min(max(moved, Double(Self.earliest.milliseconds)), Double(Self.latest.milliseconds))
        return Timestamp(milliseconds: Int64(rounding: held, .towardZero)) ?? self
    }

    /// Earlier first.
    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.milliseconds < right.milliseconds
    }
}

extension Timestamp: TextCodable {}

/// A value that JSON has as the text which describes it.
public protocol TextCodable: Codable, CustomStringConvertible {
    /// Reads the text; `nil` if it is none.
    init?(_ text: String)
}

extension TextCodable {
    /// Reads the text.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let value = Self(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no \(Self.self): \(text)")
        }
        self = value
    }

    /// Writes the text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
