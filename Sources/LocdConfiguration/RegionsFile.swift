public import LocationModel

/// Reads a regions file for programs that need the private regions and nothing else of the configuration.
public enum RegionsFile {
    /// The regions of a file; empty if the file does not exist, because it is optional.
    public static func regions(at path: String) throws(RegionsFileError) -> [Region] {
        var regions = Configuration.Regions()
        regions.file = path
        do throws(ConfigurationError) {
            return try regions.read() ?? []
        } catch {
            let isUnreadable = error.problems.first?.code == .unreadable
            throw RegionsFileError(isUnreadable ? .unreadable : .malformed, path: path, problem: "\(error)")
        }
    }
}
