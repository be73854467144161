public import LocationModel

extension Configuration.Regions {
    /// The most that is read of the file: 64 MiB, some 300,000 circles.
    static let maximumBytes = 64 << 20

    /// Reads the regions; `nil` where there is no such file.
    ///
    /// - Throws: What is wrong with it: file, line, column, feature, cause and remedy.
    public func read() throws(ConfigurationError) -> [Region]? {
        guard
            let text = try ConfigurationFile.read(
                file, maximumBytes: Self.maximumBytes, example: "regions.geojson")
        else { return nil }
        do {
            return try RegionFile.regions(text)
        } catch {
            let problem = ConfigurationProblem(
                code: .badRegion, origin: .file(path: file, line: error.line, column: error.column),
                key: error.path.isEmpty ? nil : error.path.visible, what: error.problem.visible, remedy: error.remedy)
            throw ConfigurationError(problems: [problem], omitted: 0)
        }
    }
}
