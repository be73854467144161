public import LocationModel

/// Reads a regions file for whoever has to know what is private, and nothing else of the configuration.
public enum RegionsFile {
    /// The regions of a file; none where there is no such file, because it need not exist.
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
