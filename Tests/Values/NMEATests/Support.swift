import NMEA

/// Decodes a text in one piece, or in pieces of a size, and ends the stream.
func reports(
    _ text: some Collection<UInt8>, inPiecesOf size: Int = .max, checksums: ChecksumPolicy = .learned,
    policy: EpochPolicy = EpochPolicy()
) -> [Report] {
    var decoder = NMEADecoder(checksums: checksums, policy: policy)
    var result: [Report] = []
    let bytes = Array(text)
    var index = 0
    while index < bytes.count {
        let end = min(bytes.count - index, size) + index
        bytes[index..<end].withUnsafeBytes { piece in decoder.decode(piece) { result.append($0) } }
        index = end
    }
    decoder.finish { result.append($0) }
    return result
}

/// A sentence with its checksum and line end.
func line(_ body: String) -> String {
    let checksum = body.utf8.reduce(0, ^)
    let digits = String(checksum, radix: 16, uppercase: true)
    return "$\(body)*\(digits.count == 1 ? "0" : "")\(digits)\r\n"
}

extension NMEADecoder {
    /// The reports of a text, so far.
    mutating func reports(_ text: String) -> [Report] {
        var result: [Report] = []
        Array(text.utf8).withUnsafeBytes { decode($0) { result.append($0) } }
        return result
    }
}

extension [Report] {
    var epochs: [Epoch] {
        compactMap { if case .epoch(let epoch) = $0 { epoch } else { nil } }
    }

    var skies: [SkyReport] {
        compactMap { if case .sky(let sky) = $0 { sky } else { nil } }
    }

    var headings: [HeadingSentence] {
        compactMap { if case .heading(let heading) = $0 { heading } else { nil } }
    }
}

/// The values of one sentence without checksum.
func parse(_ text: String) -> Sentence? {
    var scanner = SentenceScanner(policy: .optional)
    var result: Sentence?
    Array((text + "\r\n").utf8).withUnsafeBytes { scanner.scan($0) { result = Sentence($0) } }
    return result
}
