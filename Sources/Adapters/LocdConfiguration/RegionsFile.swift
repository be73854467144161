public import LocationModel

/// Reads a regions file for programs that need the private regions and nothing else of the configuration.
public enum RegionsFile {
    /// The regions of a file, which is optional; `nil` if it does not exist.
    public static func regions(at path: String) throws(RegionsFileError) -> [Region]? {
        var regions = Configuration.Regions()
        regions.file = path
        do throws(ConfigurationError) {
            return try regions.read()
        } catch {
            let isUnreadable = error.problems.first?.code == .unreadable
            throw RegionsFileError(isUnreadable ? .unreadable : .malformed, path: path, problem: "\(error)")
        }
    }
}

/// Why the regions file is unusable. The private places are then unknown, so no place may be disclosed.
public struct RegionsFileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of error.
    public enum Code: Sendable, Hashable {
        /// The file exists and cannot be read.
        case unreadable
        /// The file is not valid GeoJSON with regions.
        case malformed
    }

    /// The kind of error.
    public let code: Code
    /// The file.
    public let path: String
    /// The place in the file, what is wrong there, and what to do.
    public let problem: String

    init(_ code: Code, path: String, problem: String) {
        self.code = code
        self.path = path
        self.problem = problem
    }

    /// What happened and what to do, in one sentence.
    public var description: String { "regions.file: \(problem)" }
}
