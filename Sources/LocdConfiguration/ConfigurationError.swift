/// An invalid configuration, with all its problems.
public struct ConfigurationError: Error, Sendable, Hashable {
    /// The problems, in the order of the file, then of the environment. Never empty.
    public let problems: [ConfigurationProblem]
    /// The number of further problems, which were not kept.
    public let omitted: Int
}

extension ConfigurationError: CustomStringConvertible {
    /// One line per problem.
    public var description: String {
        var lines = problems.map(\.description)
        if omitted > 0 { lines.append("and \(omitted) further problem\(omitted == 1 ? "" : "s")") }
        return lines.joined(separator: "\n")
    }
}
