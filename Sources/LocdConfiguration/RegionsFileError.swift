/// Why the regions file cannot be used. Which places are private is not known then: nothing may be told of any.
public struct RegionsFileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of trouble.
    public enum Code: Sendable, Hashable {
        /// It is there and cannot be read.
        case unreadable
        /// It is no GeoJSON of regions.
        case malformed
    }

    /// The kind of trouble.
    public let code: Code
    /// The file.
    public let path: String
    /// Where in it what is wrong, and what to do.
    public let problem: String

    /// Trouble with a file.
    init(_ code: Code, path: String, problem: String) {
        self.code = code
        self.path = path
        self.problem = problem
    }

    /// What happened and what to do, in a sentence.
    public var description: String { "regions.file: \(problem)" }
}
