/// What is done to the words of a command line before any option is looked for.
public enum ArgumentList {
    /// Lets figures below zero be values and not options: `-36.8,174.7` becomes `−36.8,174.7`, with the sign U+2212,
    /// which every reader of figures here takes for a minus. No option begins with a digit. Words behind `--` stay as
    /// they are.
    public static func protectingFigures(_ arguments: [String]) -> [String] {
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        return arguments[..<end].map(protected) + arguments[end...]
    }

    private static func protected(_ argument: String) -> String {
        guard argument.first == "-" else { return argument }
        let rest = argument.dropFirst()
        let digits = rest.first == "." ? rest.dropFirst() : rest
        guard let next = digits.utf8.first, Figure.isDigit(next) else { return argument }
        return "\u{2212}\(rest)"
    }
}
