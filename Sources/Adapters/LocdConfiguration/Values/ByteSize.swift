/// Sizes as a person writes them: `64MB` is 64,000,000 bytes (SI), `64MiB` is 67,108,864 (IEC 80000-13).
package enum ByteSize {
    private static let units: [(name: String, bytes: Int)] = [
        ("TB", 1_000_000_000_000), ("GB", 1_000_000_000), ("MB", 1_000_000), ("KB", 1000),
        ("TiB", 1 << 40), ("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10), ("B", 1),
    ]

    /// Reads a whole number with its unit directly behind it; K may be lower case, as in SI.
    package static func parse(_ text: String) throws(ValueProblem) -> Int {
        let digits = text.prefix { ("0"..."9").contains($0) }
        let name = text.dropFirst(digits.count)
        guard !digits.isEmpty, digits.utf8.count == digits.count else {
            throw ValueProblem(.badValue, "\(text.quoted) is neither one of its words nor a size")
        }
        let wanted = name == "kB" ? "KB" : name
        guard let unit = units.first(where: { $0.name == wanted }) else {
            let bare = name.drop { $0 == " " }
            let likely = units.first {
                $0.name.lowercased() == bare.lowercased() || $0.name.lowercased() == "\(bare)b".lowercased()
            }
            throw ValueProblem(
                .badValue,
                name.isEmpty ? "\(text.quoted) has no unit" : "\(text.quoted) has an unknown unit: \(known)",
                hint: digits.count < 10 ? likely.map { "\(digits)\($0.name)" } : nil)
        }
        guard let count = Int(digits) else { throw ValueProblem(.outOfRange, "\(text.quoted) is too large") }
        let (bytes, overflow) = count.multipliedReportingOverflow(by: unit.bytes)
        guard !overflow else { throw ValueProblem(.outOfRange, "\(text.quoted) is too large") }
        return bytes
    }

    /// The size in the largest unit of which it is a whole number.
    package static func spell(_ bytes: Int) -> String {
        guard bytes > 0, let unit = units.first(where: { bytes.isMultiple(of: $0.bytes) }) else { return "\(bytes)B" }
        return "\(bytes / unit.bytes)\(unit.name)"
    }

    private static var known: String { units.map(\.name).joined(separator: ", ") }
}
