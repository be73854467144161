/// Finds the NMEA 0183 sentences in a stream of bytes that may also contain other data.
///
/// A sentence begins with `$`, continues in printable ASCII and ends with CR or LF. If its checksum is complete and
/// right, anything may follow it: the next `$` or `!`, a binary frame, a NUL, a quote, a column that a logger added.
/// Without a checksum a quote or a tab ends it too. Everything else is skipped: AIS (`!`), RTCM and UBX frames,
/// garbage, what has no address, lines longer than ``maximumLength``. The result does not depend on how the bytes are
/// split into chunks. Nothing is allocated per sentence.
public struct SentenceScanner: Sendable {
    /// The longest accepted sentence, in bytes without its line end. The standard says 82; receivers exceed it (a
    /// `PUBX,03` with 32 satellites has 800).
    public static let maximumLength = 1024

    /// How sentences without a checksum are handled.
    public var policy: ChecksumPolicy
    /// The counters since the beginning.
    public private(set) var statistics = ScannerStatistics()

    private var proven = ProvenAddresses()
    /// The beginning of an incomplete sentence; never longer than ``maximumLength``.
    private var pending: [UInt8] = []

    /// Creates a scanner that has read nothing.
    public init(policy: ChecksumPolicy = .learned) {
        self.policy = policy
        pending.reserveCapacity(Self.maximumLength)
    }

    /// Scans the next bytes and delivers the sentences that end in them, in order.
    public mutating func scan(_ bytes: UnsafeRawBufferPointer, _ deliver: (RawSentence) -> Void) {
        statistics.bytes &+= UInt64(bytes.count)
        var index = 0
        if !pending.isEmpty {
            index = bytes.endOfText(from: 0)
            if keep(bytes[..<index]), index < bytes.count {
                finishPending(before: bytes[index], deliver)
            }
        }
        while let start = nextStart(in: bytes, from: index) {
            if let end = takePlain(bytes, at: start, deliver) {
                index = end
                continue
            }
            index = bytes.endOfText(from: start + 1)
            let sentence = UnsafeRawBufferPointer(rebasing: bytes[start..<index])
            if index == bytes.count {
                _ = keep(sentence[...])
            } else if sentence.count > Self.maximumLength {
                statistics.overlong &+= 1
            } else {
                finish(sentence, before: bytes[index], deliver)
            }
        }
    }

    /// The index of the next `$` or `!`, which mostly stands behind one line end.
    @inline(__always)
    private func nextStart(in bytes: UnsafeRawBufferPointer, from index: Int) -> Int? {
        if index &+ 2 < bytes.count, bytes[index] == UInt8(ascii: "\r"), bytes[index &+ 1] == UInt8(ascii: "\n"),
            bytes[index &+ 2] == UInt8(ascii: "$")
        {
            return index &+ 2
        }
        return bytes.startOfSentence(from: index)
    }

    /// Takes the sentence at `start` if it is as nearly all are: `$`, letters, digits and punctuation from the comma
    /// on, a checksum, a line end. The index of its line end; `nil` if it is another, to which nothing was done yet.
    @inline(__always)
    private mutating func takePlain(
        _ bytes: UnsafeRawBufferPointer, at start: Int, _ deliver: (RawSentence) -> Void
    ) -> Int? {
        guard bytes[start] == UInt8(ascii: "$"), let (star, checksum) = bytes.plainSentence(at: start) else {
            return nil
        }
        let end = star &+ 3
        guard end < bytes.count, end &- start <= Self.maximumLength,
            bytes[end] == UInt8(ascii: "\r") || bytes[end] == UInt8(ascii: "\n"),
            let expected = hexadecimal(bytes[star &+ 1], bytes[star &+ 2])
        else { return nil }
        statistics.ofSentences &+= UInt64(end &- start &+ 2)
        guard checksum == expected else {
            if hasAddress(UnsafeRawBufferPointer(rebasing: bytes[start..<star])) { statistics.wrongChecksums &+= 1 }
            return end
        }
        statistics.sentences &+= 1
        statistics.checksummed &+= 1
        let raw = RawSentence(
            bytes: UnsafeRawBufferPointer(rebasing: bytes[start..<star]), hasChecksum: true,
            in: UnsafeRawBufferPointer(rebasing: bytes[start...]))
        proven.insert(raw.address)
        deliver(raw)
        return end
    }

    /// Ends the stream: delivers a last sentence without a line end if it is complete.
    public mutating func finish(_ deliver: (RawSentence) -> Void) {
        if !pending.isEmpty { finishPending(before: UInt8(ascii: "\n"), deliver) }
    }

    /// Discards an incomplete sentence, because the stream was interrupted.
    public mutating func interrupt() {
        pending.removeAll(keepingCapacity: true)
    }

    /// Forgets which sentences carry checksums: it may be another receiver.
    public mutating func forgetChecksums() {
        proven = ProvenAddresses()
    }

    /// Appends to the pending sentence. If it grows too long, discards it and returns `false`.
    private mutating func keep(_ bytes: Slice<UnsafeRawBufferPointer>) -> Bool {
        guard pending.count + bytes.count <= Self.maximumLength else {
            pending.removeAll(keepingCapacity: true)
            statistics.overlong &+= 1
            return false
        }
        pending.append(contentsOf: bytes)
        return true
    }

    private mutating func finishPending(before terminator: UInt8, _ deliver: (RawSentence) -> Void) {
        // Taken out so that it is not copied, and put back so that its memory is reused.
        var sentence: [UInt8] = []
        swap(&sentence, &pending)
        sentence.withUnsafeBytes { finish($0, before: terminator, deliver) }
        sentence.removeAll(keepingCapacity: true)
        swap(&sentence, &pending)
    }

    /// Checks `sentence`, which begins with `$` or `!` and is followed by `terminator`.
    private mutating func finish(
        _ sentence: UnsafeRawBufferPointer, before terminator: UInt8, _ deliver: (RawSentence) -> Void
    ) {
        statistics.ofSentences &+= UInt64(sentence.count &+ 2)
        var end = sentence.count
        while end > 1, sentence[end - 1] == UInt8(ascii: " ") { end -= 1 }
        if let star = checksumMark(UnsafeRawBufferPointer(rebasing: sentence[..<end])) {
            let body = UnsafeRawBufferPointer(rebasing: sentence[..<star])
            guard isRight(sentence, star) else {
                if hasAddress(body) { statistics.wrongChecksums &+= 1 }
                return
            }
            guard sentence[0] == UInt8(ascii: "$") else {
                statistics.encapsulated &+= 1
                return
            }
            statistics.sentences &+= 1
            statistics.checksummed &+= 1
            let raw = RawSentence(bytes: body, hasChecksum: true)
            proven.insert(raw.address)
            deliver(raw)
            return
        }
        guard sentence[0] == UInt8(ascii: "$"), hasAddress(sentence) else { return }
        let quote = sentence.firstIndex(of: UInt8(ascii: "\""))
        let isWhole =
            quote != nil || terminator == UInt8(ascii: "\r") || terminator == UInt8(ascii: "\n")
            || terminator == UInt8(ascii: "\t")
        guard isWhole, !sentence.contains(UInt8(ascii: "*")) else {
            statistics.wrongChecksums &+= 1
            return
        }
        let raw = RawSentence(
            bytes: UnsafeRawBufferPointer(rebasing: sentence[..<(quote ?? end)]), hasChecksum: false)
        guard policy == .optional || (policy == .learned && !proven.contains(raw.address)) else {
            statistics.missingChecksums &+= 1
            return
        }
        statistics.sentences &+= 1
        deliver(raw)
    }

    /// Whether it begins as sentences do: four capitals or digits (`PUBX`) and more, and a comma. Binary data and noise
    /// are full of dollar signs.
    private func hasAddress(_ text: UnsafeRawBufferPointer) -> Bool {
        let end =
            text.dropFirst().firstIndex { byte in
                !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
                    && !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            } ?? text.count
        return end > 4 && (end == text.count || text[end] == UInt8(ascii: ","))
    }

    /// The index of the `*` before the checksum: of the first one if it is right and no letter or digit follows, which
    /// may be what a logger wrote, else of the one at the end. `nil` if there is none.
    private func checksumMark(_ text: UnsafeRawBufferPointer) -> Int? {
        let star = UInt8(ascii: "*")
        guard let first = text.firstIndex(of: star) else { return nil }
        if first + 2 < text.count, isRight(text, first),
            first + 3 == text.count || !Self.isLetterOrDigit(text[first + 3])
        {
            return first
        }
        return text.count >= 4 && text[text.count - 3] == star ? text.count - 3 : nil
    }

    /// Whether the two digits behind `star` are the checksum of what is before it.
    private func isRight(_ text: UnsafeRawBufferPointer, _ star: Int) -> Bool {
        hexadecimal(text[star + 1], text[star + 2]) == UnsafeRawBufferPointer(rebasing: text[..<star]).checksum
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    @inline(__always)
    private func hexadecimal(_ high: UInt8, _ low: UInt8) -> UInt8? {
        guard let high = high.hexadecimalValue, let low = low.hexadecimalValue else { return nil }
        return high << 4 | low
    }
}

extension UInt8 {
    /// 0 to 15 for a hexadecimal digit, in either case.
    var hexadecimalValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}

/// The talkers and formatters of which a sentence with a right checksum came: ten or so, so that looking through them
/// takes less than a hash table.
private struct ProvenAddresses: Sendable {
    /// A stream with more of them than any bus has is forged, and teaches nothing more.
    private static let limit = 32

    private var known: [UInt64] = []

    /// Adds an address.
    @inline(__always)
    mutating func insert(_ address: UInt64) {
        guard !contains(address), known.count < Self.limit else { return }
        known.append(address >> 24)
    }

    func contains(_ address: UInt64) -> Bool { known.contains(address >> 24) }
}
