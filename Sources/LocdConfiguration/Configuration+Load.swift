extension Configuration {
    /// Reads a configuration: the defaults, then the file, then its drop-ins, then the environment, each stronger than what goes
    /// before. The drop-ins are the files `*.yaml` in the directory that is called like the file with `.d` behind it, by name.
    ///
    /// - Parameters:
    ///   - path: The file that was asked for by name, which must exist; `nil` for `defaultPath`, which need not.
    ///   - environment: The environment variables; those of ``ConfigurationKey/environmentVariable`` are heeded.
    ///   - defaultPath: The file that is read where none is named.
    /// - Throws: Everything that is wrong, at once.
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
    ///   - bytes: What would be in the file.
    ///   - name: What to call it in problems and origins.
    ///   - environment: The environment variables, stronger than the bytes.
    /// - Throws: Everything that is wrong, at once.
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
