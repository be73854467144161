import LocdTestSupport

/// Makes new inputs of kept ones, the same for the same seed: bytes are changed, pieces cut out, doubled, exchanged
/// with those of another input, and figures put in that lie at a limit.
struct Mutator {
    /// As long as those of `Fuzz/run`.
    static let longest = 4096

    private static let words = [
        "0", "-1", "1e18", "9.3e18", "-1e300", "1.7e308", "5e-324", "1e309", "NaN", "18446744073709551616",
        "-9223372036854775809", "null", "true", "[]", "{}", "\"",
        "\\u0000",
        ",", "*", "$", "\r\n", "\0", "\u{FEFF}", "\u{10FFFF}", "90.0000001", "-180", "2026-11-24T00:00:00Z",
        "9999-12-31",
    ].map { Array($0.utf8) }

    private let corpus: [[UInt8]]
    private var random: SeededGenerator

    init(corpus: [[UInt8]], seed: UInt64) {
        self.corpus = corpus
        random = SeededGenerator(seed: seed)
    }

    /// The next input.
    mutating func next() -> [UInt8] {
        var input = any()
        for _ in 0..<Int.random(in: 1...6, using: &random) { change(&input) }
        return Array(input.prefix(Self.longest))
    }

    private mutating func any() -> [UInt8] { corpus.randomElement(using: &random) ?? [] }

    private mutating func piece(of input: [UInt8]) -> Range<Int> {
        let start = Int.random(in: 0...input.count, using: &random)
        return start..<Int.random(in: start...min(input.count, start + 64), using: &random)
    }

    private mutating func change(_ input: inout [UInt8]) {
        let place = Int.random(in: 0...input.count, using: &random)
        switch Int.random(in: 0..<8, using: &random) {
        case 0 where place < input.count: input[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1 where place < input.count: input[place] = .random(in: 0...255, using: &random)
        case 2: input.removeSubrange(piece(of: input))
        case 3: input.insert(contentsOf: input[piece(of: input)], at: place)
        case 4:
            let other = any()
            input.insert(contentsOf: other[piece(of: other)], at: place)
        case 5:
            let other = any()
            input.replaceSubrange(piece(of: input), with: other[piece(of: other)])
        case 6: input.removeLast(min(input.count, Int.random(in: 0...64, using: &random)))
        default: input.insert(contentsOf: Self.words.randomElement(using: &random) ?? [], at: place)
        }
    }
}
