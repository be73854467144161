/// The words of a benchmark's command line: `--json FILE`, and the numbers or names that are left.
public struct Arguments {
    /// The file that the figures are written to; nil if they are only printed.
    public let json: String?
    /// All the other words, in their order.
    public let rest: [String]

    /// The words of this process; nil if `--json` has no file.
    public init?() {
        var words = Array(CommandLine.arguments.dropFirst())
        var json: String?
        if let option = words.firstIndex(of: "--json") {
            guard option + 1 < words.count else { return nil }
            json = words[option + 1]
            words.removeSubrange(option...option + 1)
        }
        self.json = json
        rest = words
    }
}
