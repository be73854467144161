import LocdTestSupport
import Testing

@testable import LocdConfiguration

@Suite struct ConfigurationMutationTests {
    private static let pieces =
        [
            "\n", "\n\n", " ", "  ", "\t", ":", ": ", "- ", "[", "]", "{", "}", "&a ", "*a", "!x ", "|", ">", "'", "\"",
            "#", "%",
            "---\n", "...\n", "? ", "<<: ", "~", "\0", "\u{85}", "\u{2028}", "\u{FEFF}", "é", "😀", "-", "0", "1e999",
            "none", "off",
            "recorder:\n", "  source: ", "\r\n", "\\", "@", "`", ",",
        ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0xE2, 0x80], [0xED, 0xA0, 0x80]]

    /// Replaces, removes, inserts, repeats and moves bytes: one to four times.
    private static func mutate(_ text: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var text = text
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let start = Int.random(in: 0...text.count, using: &random)
            let end = min(text.count, start + Int.random(in: 0...12, using: &random))
            switch Int.random(in: 0..<6, using: &random) {
            case 0: text.removeSubrange(start..<end)
            case 1: text.insert(contentsOf: pieces.randomElement(using: &random) ?? [], at: start)
            case 2: text.replaceSubrange(start..<end, with: pieces.randomElement(using: &random) ?? [])
            case 3: text.insert(contentsOf: text[start..<end], at: Int.random(in: 0...text.count, using: &random))
            case 4 where start < text.count: text[start] = UInt8.random(in: 0...255, using: &random)
            default: text.removeSubrange(start..<text.count)
            }
        }
        return text
    }

    /// The default file without its comments, where every byte matters.
    private static let bare = ConfigurationText.effective(
        LoadedConfiguration(configuration: Configuration(), file: nil, origins: [:])
    ).split(separator: "\n").map { $0.prefix { $0 != "#" } + "\n" }.joined()

    @Test func tenThousandMutations_AreEachRead_OrRefusedWithAPlace() throws {
        var random = SeededGenerator(seed: 20_261_121)
        var (good, refused) = (0, 0)
        for round in 0..<Rounds.of(10_000) {
            let source = round.isMultiple(of: 10) ? ConfigurationText.defaultFile : Self.bare
            let text = Self.mutate(Array(source.utf8), &random)
            do throws(ConfigurationError) {
                let loaded = try Configuration.read(text, name: "f")
                // Whatever was read can be written and read again.
                if round.isMultiple(of: 10) {
                    let again = try read(ConfigurationText.effective(loaded)).configuration
                    #expect(again == loaded.configuration)
                }
                good += 1
            } catch {
                refused += 1
                guard error.problems.isEmpty || error.problems.contains(where: { !Self.isComplete($0) }) else {
                    continue
                }
                Issue.record("\(error) for \(String(decoding: text, as: UTF8.self).quoted)")
            }
        }
        // A mutation that changes nothing of meaning is good; one that does is mostly not.
        #expect(good > Rounds.of(500) && refused > Rounds.of(5000), "\(good) good, \(refused) refused")
    }

    private static func isComplete(_ problem: ConfigurationProblem) -> Bool {
        guard case .file("f", let line?, let column?) = problem.origin, line > 0, column > 0 else { return false }
        return !problem.what.isEmpty && !problem.remedy.isEmpty
            && problem.description.unicodeScalars.allSatisfy(\.isVisible)
    }
}
