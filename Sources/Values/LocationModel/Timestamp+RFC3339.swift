extension Timestamp: CustomStringConvertible, LosslessStringConvertible {
    /// RFC 3339 with milliseconds, UTC: `2026-11-21T06:00:00.000Z`.
    public var description: String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(24)
        append(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Reads RFC 3339 (`2026-11-21T06:00:00Z`, any fraction, `+02:00` offsets, `t`, `z` and a blank for `T`).
    /// Second 60 is the first second of the next minute. `nil` for anything else.
    public init?(_ text: String) {
        self.init(rfc3339: text.utf8)
    }

    /// Reads RFC 3339 from bytes; see ``init(_:)``.
    public init?(rfc3339 bytes: some Collection<UInt8>) {
        var cursor = DigitCursor(bytes)
        guard let year = cursor.number(4), cursor.skip(UInt8(ascii: "-")),
            let month = cursor.number(2), cursor.skip(UInt8(ascii: "-")),
            let day = cursor.number(2), let date = CivilDate(year: year, month: month, day: day),
            cursor.skip(UInt8(ascii: "T")) || cursor.skip(UInt8(ascii: "t")) || cursor.skip(UInt8(ascii: " ")),
            let hour = cursor.number(2), hour < 24, cursor.skip(UInt8(ascii: ":")),
            let minute = cursor.number(2), minute < 60, cursor.skip(UInt8(ascii: ":")),
            let second = cursor.number(2), second <= 60
        else { return nil }
        var milliseconds = 0
        if cursor.skip(UInt8(ascii: ".")) {
            guard let fraction = cursor.fraction() else { return nil }
            milliseconds = fraction
        }
        var offset = 0
        if !(cursor.skip(UInt8(ascii: "Z")) || cursor.skip(UInt8(ascii: "z"))) {
            let east = cursor.skip(UInt8(ascii: "+"))
            guard east || cursor.skip(UInt8(ascii: "-")),
                let hours = cursor.number(2), hours < 24, cursor.skip(UInt8(ascii: ":")),
                let minutes = cursor.number(2), minutes < 60
            else { return nil }
            offset = (hours * 60 + minutes) * (east ? 60 : -60)
        }
        guard cursor.isAtEnd else { return nil }
        let ofDay = Int64(hour * 3600 + minute * 60 + second - offset) * 1000 + Int64(milliseconds)
        self.init(milliseconds: date.daysSince1970 * 86_400_000 + ofDay)
    }

    /// Appends the 24 ASCII bytes of RFC 3339 with milliseconds.
    public func append(to bytes: inout [UInt8]) {
        let ofDay = Int(millisecondsOfDay)
        day.append(to: &bytes)
        bytes.append(UInt8(ascii: "T"))
        appendDigits(ofDay / 3_600_000, 2, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        appendDigits(ofDay / 60_000 % 60, 2, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        appendDigits(ofDay / 1000 % 60, 2, to: &bytes)
        bytes.append(UInt8(ascii: "."))
        appendDigits(ofDay % 1000, 3, to: &bytes)
        bytes.append(UInt8(ascii: "Z"))
    }
}

extension CivilDate: CustomStringConvertible {
    /// `2026-11-21`.
    public var description: String {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    fileprivate func append(to bytes: inout [UInt8]) {
        appendDigits(year, 4, to: &bytes)
        bytes.append(UInt8(ascii: "-"))
        appendDigits(month, 2, to: &bytes)
        bytes.append(UInt8(ascii: "-"))
        appendDigits(day, 2, to: &bytes)
    }

    /// Reads `2026-11-21`; `nil` for anything else.
    public init?(_ text: some StringProtocol) {
        var cursor = DigitCursor(text.utf8)
        guard let year = cursor.number(4), cursor.skip(UInt8(ascii: "-")),
            let month = cursor.number(2), cursor.skip(UInt8(ascii: "-")),
            let day = cursor.number(2), cursor.isAtEnd
        else { return nil }
        self.init(year: year, month: month, day: day)
    }
}

private func appendDigits(_ value: Int, _ count: Int, to bytes: inout [UInt8]) {
    var divisor = 1
    for _ in 1..<count { divisor *= 10 }
    while divisor > 0 {
        bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value / divisor % 10))
        divisor /= 10
    }
}

/// Reads fixed-width decimal digits from ASCII.
private struct DigitCursor<Bytes: Collection<UInt8>> {
    private let bytes: Bytes
    private var index: Bytes.Index

    init(_ bytes: Bytes) {
        self.bytes = bytes
        index = bytes.startIndex
    }

    var isAtEnd: Bool { index == bytes.endIndex }

    private mutating func digit() -> Int? {
        guard index < bytes.endIndex, case UInt8(ascii: "0")...UInt8(ascii: "9") = bytes[index] else { return nil }
        defer { bytes.formIndex(after: &index) }
        return Int(bytes[index] - UInt8(ascii: "0"))
    }

    mutating func number(_ width: Int) -> Int? {
        var value = 0
        for _ in 0..<width {
            guard let digit = digit() else { return nil }
            value = value * 10 + digit
        }
        return value
    }

    mutating func skip(_ byte: UInt8) -> Bool {
        guard index < bytes.endIndex, bytes[index] == byte else { return false }
        bytes.formIndex(after: &index)
        return true
    }

    /// Digits after the point as milliseconds, rounded half up, so 0...1000; `nil` if there is no digit.
    mutating func fraction() -> Int? {
        var value = 0
        var count = 0
        while let digit = digit() {
            if count < 3 { value = value * 10 + digit }
            if count == 3, digit >= 5 { value += 1 }
            count += 1
        }
        guard count > 0 else { return nil }
        for _ in min(count, 3)..<3 { value *= 10 }
        return value
    }
}
