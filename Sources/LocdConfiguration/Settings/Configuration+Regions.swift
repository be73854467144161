public import LocationModel

extension Configuration.Regions {
    /// The maximum size of the file: 64 MiB, some 300,000 circles.
    static let maximumBytes = 64 << 20

    /// Reads the regions; `nil` if the file does not exist.
    ///
    /// - Throws: The problems, each with file, line, column, feature, cause and remedy.
    public func read() throws(ConfigurationError) -> [Region]? {
        guard
            let text = try ConfigurationFile.read(
                file, maximumBytes: Self.maximumBytes, example: "regions.geojson")
        else { return nil }
        let regions: [Region]
        do {
            regions = try RegionFile.regions(text)
        } catch {
            let problems = ([error] + error.others).map { error in
                ConfigurationProblem(
                    code: .badRegion, origin: .file(path: file, line: error.line, column: error.column),
                    key: error.path.isEmpty ? nil : error.path.visible, what: error.problem.visible,
                    remedy: error.remedy)
            }
            throw ConfigurationError(problems: problems, omitted: error.omitted)
        }
        // Such a name would go into environments, logs and terminals.
        if let region = regions.first(where: { !$0.identifier.unicodeScalars.allSatisfy(\.isVisible) }) {
            let problem = ConfigurationProblem(
                code: .badRegion, origin: .file(path: file, line: 1, column: 1), key: nil,
                what: "the identifier \(region.identifier.quoted) has control or other invisible characters",
                remedy: "give the feature an \"id\" without them")
            throw ConfigurationError(problems: [problem], omitted: 0)
        }
        return regions
    }
}
