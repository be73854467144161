import FoundationEssentials
import LocdTestSupport

/// The recordings beside the project, which it does not carry.
enum Samples {
    static let folder = Checkout.data("")

    static let isThere = FileManager.default.fileExists(atPath: folder + "README.md")

    static func bytes(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: folder + path)))
    }

    static func lines(_ path: String) throws -> [Substring] {
        String(decoding: try bytes(path), as: UTF8.self).split(whereSeparator: \.isNewline)
    }

    /// The recordings of gpsd's collection that carry sentences.
    static let gpsd: [String] = {
        guard isThere, let lines = try? lines("gpsd/INDEX.tsv") else { return [] }
        return lines.dropFirst().compactMap { line in
            let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard columns.count > 1, ["NMEA", "MIXED", "AIS+GNSS"].contains(columns[1]) else { return nil }
            return String(columns[0])
        }
    }()
}
