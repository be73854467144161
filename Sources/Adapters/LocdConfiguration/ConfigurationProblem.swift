/// One problem of a configuration: a code, what is wrong, and what to do.
public struct ConfigurationProblem: Sendable, Hashable {
    /// The kind of problem.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The file does not exist.
        case missing
        /// The file cannot be read: a directory, no permission, an I/O error.
        case unreadable
        /// The file is larger than ``ConfigurationFile/maximumBytes``.
        case tooLarge
        /// The file is not UTF-8 text.
        case notText
        /// The file is not valid YAML.
        case syntax
        /// The file uses YAML features that a configuration may not use: anchors, tags, several documents.
        case unsupported
        /// The key does not exist.
        case unknownKey
        /// The key occurs twice.
        case duplicateKey
        /// A list, a map, or a value of the wrong type.
        case wrongType
        /// A number outside its range.
        case outOfRange
        /// A value of the right type that is not allowed.
        case badValue
        /// The regions file is not GeoJSON that locd can use.
        case badRegion
    }

    /// The kind of problem.
    public var code: Code
    /// Where it is.
    public var origin: ConfigurationOrigin
    /// The key that it concerns, `recorder.distanceFilter`; `nil` if it concerns no key.
    public var key: String?
    /// What is wrong.
    public var what: String
    /// What to do.
    public var remedy: String
}

extension ConfigurationProblem: CustomStringConvertible {
    /// One line: where, which key, what is wrong, what to do.
    public var description: String {
        [origin.description, key, "\(what); \(remedy)"].compactMap { $0 }.joined(separator: ": ")
    }
}
