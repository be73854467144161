/// A recording of a receiver, played unchanged: its bytes, epoch by epoch. Nothing is checked, changed or left out,
/// except comment lines that begin with `#`: a reader must cope with bad checksums and binary messages.
public struct NMEARecording: EpochSource {
    /// The number of bytes that are written at once even if no new epoch begins.
    private static let largestPart = 16_384
    /// Seconds between two epochs if the recording contains no time, a step back or a hole.
    private static let usualInterval = 1.0
    private static let longestInterval = 10.0

    private let bytes: [UInt8]
    private let interval: Double?
    private let repeats: Bool
    private var offset = 0
    private var elapsed = 0.0
    private var hasBegun = false
    /// Seconds of the day of the previous epoch.
    private var timeBefore: Double?

    /// A recording's bytes; `rate` is epochs per second, 0.1...100, and `nil` its own pace. Throws `.malformedInput` if
    /// no sentence contains a time, `.usage` if the rate is out of range.
    public init(_ bytes: [UInt8], name: String, rate: Double?, repeats: Bool) throws(SimulationError) {
        guard rate.map({ (0.1...100).contains($0) }) ?? true else {
            throw SimulationError(.usage, "the rate must be 0.1 to 100 epochs a second")
        }
        guard Self.hasTime(bytes) else {
            throw SimulationError(
                .malformedInput,
                "\(name) is not GPX or NMEA 0183: it has no RMC, GGA, GLL, GNS or ZDA sentence with a time")
        }
        self.bytes = bytes
        self.repeats = repeats
        interval = rate.map { 1 / $0 }
    }

    /// The next epoch: from one change of the time to the next.
    public mutating func nextEpoch() -> PlayedEpoch? {
        if offset >= bytes.count {
            guard repeats else { return nil }
            offset = 0
        }
        var epoch: [UInt8] = []
        var first: ArraySlice<UInt8>?
        var time: Double?
        while offset < bytes.count, epoch.count < Self.largestPart {
            let line = Self.line(in: bytes[offset..<min(bytes.count, offset + Self.largestPart)])
            let isComment = Self.isComment(line)
            if !isComment, let sentence = TimedSentence(line) {
                let isNext = sentence.time == nil || time == nil ? sentence.address == first : sentence.time != time
                if first != nil, isNext { break }
                first = first ?? sentence.address
                time = time ?? sentence.time
            }
            if !isComment { epoch.append(contentsOf: line) }
            offset = line.endIndex
        }
        // Only comments at the end.
        guard !epoch.isEmpty else { return offset >= bytes.count && !repeats ? nil : nextEpoch() }
        advance(to: time, isPart: first == nil)
        return PlayedEpoch(elapsed: elapsed, bytes: epoch)
    }

    private mutating func advance(to time: Double?, isPart: Bool) {
        defer {
            hasBegun = true
            timeBefore = time ?? timeBefore
        }
        // The rest of a part that was too long belongs to the same moment.
        guard hasBegun, !isPart else { return }
        if let interval { return elapsed += interval }
        guard let time, let timeBefore else { return elapsed += Self.usualInterval }
        let passed = time - timeBefore + (time < timeBefore ? 86_400 : 0)
        elapsed += passed > 0 && passed <= Self.longestInterval ? passed : Self.usualInterval
    }

    /// The first line with its end, LF, CR or both; everything if there is no line end.
    private static func line(in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard let end = bytes.firstIndex(where: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) else {
            return bytes
        }
        let hasBoth = bytes[end...].starts(with: [UInt8(ascii: "\r"), UInt8(ascii: "\n")])
        return bytes[...(hasBoth ? end + 1 : end)]
    }

    private static func isComment(_ line: ArraySlice<UInt8>) -> Bool {
        // Binary messages may contain a line end and then anything; a comment is text to its end.
        line.first == UInt8(ascii: "#") && (line.last == UInt8(ascii: "\n") || line.last == UInt8(ascii: "\r"))
            && line.allSatisfy { $0 >= 9 && $0 != 127 }
    }

    private static func hasTime(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let line = line(in: rest)
            if !isComment(line), TimedSentence(line)?.time != nil { return true }
            rest = rest[line.endIndex...]
        }
        return false
    }
}

/// A sentence of a type that contains the time.
private struct TimedSentence {
    /// Talker and type: `GPRMC`.
    let address: ArraySlice<UInt8>
    /// Seconds of the day; `nil` if the receiver does not know it.
    let time: Double?

    /// Reads the sentence of a line, after any prefix of a logger or a TAG block; `nil` for every other line.
    init?(_ line: ArraySlice<UInt8>) {
        guard let start = line.prefix(128).firstIndex(of: UInt8(ascii: "$")) else { return nil }
        let line = line[start...]
        guard line.count >= 7 else { return nil }
        let address = line[(line.startIndex + 1)..<(line.startIndex + 6)]
        let field: Int
        switch String(decoding: address.suffix(3), as: UTF8.self) {
        case "RMC", "GGA", "GNS", "ZDA": field = 1
        case "GLL": field = 5
        default: return nil
        }
        self.address = address
        let fields = line.prefix(128).split(
            separator: UInt8(ascii: ","), maxSplits: field + 1, omittingEmptySubsequences: false)
        time = fields.count > field ? Self.secondsOfDay(fields[field]) : nil
    }

    private static func secondsOfDay(_ field: ArraySlice<UInt8>) -> Double? {
        var digits: [Int] = []
        for byte in field.prefix(6) {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            digits.append(Int(byte - UInt8(ascii: "0")))
        }
        guard digits.count == 6 else { return nil }
        var seconds = 0.0
        for (digit, weight) in zip(digits, [36_000.0, 3600, 600, 60, 10, 1]) { seconds += Double(digit) * weight }
        var weight = 0.1
        for byte in field.dropFirst(7).prefix(6) where (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
            seconds += Double(byte - UInt8(ascii: "0")) * weight
            weight /= 10
        }
        return seconds
    }
}
