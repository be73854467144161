extension Configuration {
    /// Reads a configuration: the defaults, then the file, then its drop-ins, then the environment. Each overrides those before
    /// it. The drop-ins are the files `*.yaml` in the directory with the file's name and `.d` appended, sorted by name.
    ///
    /// - Parameters:
    ///   - path: The file, which must exist; `nil` for `defaultPath`, which is optional.
    ///   - environment: The environment variables; only those of ``ConfigurationKey/environmentVariable`` are used.
    ///   - defaultPath: The file to read if `path` is `nil`.
    /// - Throws: All problems at once.
    public static func load(
        path: String?, environment: [String: String] = [:], defaultPath: String = defaultPath
    ) throws(ConfigurationError) -> LoadedConfiguration {
        let file = path ?? defaultPath
        let text = try ConfigurationFile.read(file)
        if text == nil, let path { throw ConfigurationFile.missing(path) }
        return try build(
            path: file, text: text, dropIns: try ConfigurationFile.dropIns(of: file), environment: environment)
    }

    /// Reads a configuration from bytes: UTF-8, at most ``ConfigurationFile/maximumBytes``.
    ///
    /// - Parameters:
    ///   - bytes: The contents of a configuration file.
    ///   - name: The name to use in problems and origins.
    ///   - environment: The environment variables, which override the bytes.
    /// - Throws: All problems at once.
    public static func read(
        _ bytes: [UInt8], name: String, environment: [String: String] = [:]
    ) throws(ConfigurationError) -> LoadedConfiguration {
        try build(path: name, text: try ConfigurationFile.text(bytes, name), environment: environment)
    }

    private static func build(
        path: String, text: [UInt8]?, dropIns: [String] = [], environment: [String: String]
    ) throws(ConfigurationError) -> LoadedConfiguration {
        var builder = ConfigurationBuilder()
        if let text { builder.apply(file: path, text: text) }
        for path in dropIns { builder.apply(dropIn: path) }
        builder.apply(environment: environment)
        if builder.problems.isEmpty { builder.check() }
        if let error = builder.problems.error { throw error }
        return LoadedConfiguration(
            configuration: builder.configuration, file: text == nil ? nil : path, dropIns: dropIns,
            origins: builder.origins)
    }
}
