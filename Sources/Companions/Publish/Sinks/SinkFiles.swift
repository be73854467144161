internal import FoundationEssentials
internal import SystemSupport

/// The files of certificates and keys of a sink.
package enum SinkFiles {
    /// Larger than the authorities of the whole world.
    private static let maximumBytes = 4 << 20

    /// What is wrong with the first file that cannot be used, before anybody connects; `nil` if all of them can.
    package static func problem(of sink: PublishSink) -> SinkFailure? {
        problem(sink.authorities, named: "authorities") { $0.hasSuffix("CERTIFICATE") }
            ?? problem(sink.certificate, named: "certificate") { $0.hasSuffix("CERTIFICATE") }
            ?? problem(sink.key, named: "key") { $0.hasSuffix("PRIVATE KEY") }
    }

    private static func problem(
        _ path: String?, named key: String, holds isWanted: (Substring) -> Bool
    ) -> SinkFailure? {
        guard let path else { return nil }
        let bytes: [UInt8]
        do throws(BoundedFile.Failure) {
            bytes = try BoundedFile.contents(of: path, limit: maximumBytes)
        } catch {
            return SinkFailure(.setup, "cannot read \(path): \(error)", "correct \(key), or the file's permissions")
        }
        let blocks = PEMBlock.blocks(in: String(decoding: bytes, as: UTF8.self)).filter { isWanted($0.label) }
        let wanted = key == "key" ? "private key" : "certificate"
        guard !blocks.isEmpty else {
            return SinkFailure(.setup, "there is no \(wanted) (PEM) in \(path)", "correct \(key)")
        }
        // The library would ask for the passphrase on the terminal.
        guard !blocks.contains(where: \.isEncrypted) else {
            return SinkFailure(
                .setup, "the private key in \(path) has a passphrase", "remove it: openssl pkey -in FILE -out FILE")
        }
        guard blocks.allSatisfy(\.isWhole) else {
            return SinkFailure(.setup, "a \(wanted) in \(path) is damaged or truncated", "copy the file again")
        }
        return nil
    }
}

/// What stands between `-----BEGIN LABEL-----` and `-----END LABEL-----`.
private struct PEMBlock {
    var label: Substring
    var isEncrypted = false
    /// Whether it ends, and holds one whole element of DER.
    var isWhole = false

    static func blocks(in text: String) -> [PEMBlock] {
        var blocks: [PEMBlock] = []
        var body: String?
        for line in text.split(whereSeparator: \.isNewline) {
            if line.hasPrefix("-----BEGIN "), let end = line.dropFirst(11).firstRange(of: "-----") {
                blocks.append(PEMBlock(label: line[line.index(line.startIndex, offsetBy: 11)..<end.lowerBound]))
                blocks[blocks.count - 1].isEncrypted = blocks[blocks.count - 1].label.contains("ENCRYPTED")
                body = ""
            } else if let read = body, line.hasPrefix("-----END \(blocks[blocks.count - 1].label)-----") {
                blocks[blocks.count - 1].isWhole = isElement(Data(base64Encoded: read))
                body = nil
            } else if line.contains(":"), body != nil {
                // RFC 1421: an old key that is encrypted says so in front of its bytes.
                if line.hasSuffix("ENCRYPTED") { blocks[blocks.count - 1].isEncrypted = true }
            } else {
                body? += line.filter { !$0.isWhitespace }
            }
        }
        return blocks
    }

    /// Whether bytes are a sequence of just the length that it names.
    private static func isElement(_ data: Data?) -> Bool {
        guard let bytes = data.map(Array.init), bytes.count > 4, bytes[0] == 0x30 else { return false }
        guard bytes[1] >= 0x80 else { return bytes.count == 2 + Int(bytes[1]) }
        let count = Int(bytes[1] & 0x7F)
        guard (1...4).contains(count), bytes.count > 2 + count else { return false }
        return bytes.count == 2 + count + bytes[2..<2 + count].reduce(0) { $0 << 8 | Int($1) }
    }
}
