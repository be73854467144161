/// The contents of `/etc/locd/publish.yaml`: which track goes to which servers. `PublishConfiguration()` has the defaults and
/// no sink.
public struct PublishConfiguration: ConfigurationDocument, Sendable, Hashable {
    /// The file that is read by default.
    public static let defaultPath = "/etc/locd/publish.yaml"

    /// The directory of the track files.
    public var tracks = "/var/lib/locd/tracks"
    /// The directory of the cursors.
    public var state = "/var/lib/locd-publish"
    /// The GeoJSON file that marks private regions; `regions.file` of locd.yaml.
    public var regions = "/etc/locd/regions.geojson"
    /// A file for Prometheus' node exporter; `nil` for none.
    public var metrics: String?
    /// The destinations of the track, in the order of the file.
    public var sinks: [PublishSink] = []

    /// The defaults, and no sink.
    public init() {}

    /// Reads a file.
    ///
    /// - Throws: All problems, each with line, column, key, cause and remedy; a single one if the file does not exist.
    public static func read(at path: String = defaultPath) throws(ConfigurationError) -> PublishConfiguration {
        guard let text = try ConfigurationFile.read(path, example: "publish.yaml") else {
            throw ConfigurationError(
                problems: [
                    ConfigurationProblem(
                        code: .missing, origin: .file(path: path), key: nil, what: "there is no such file",
                        remedy: "write one; the manual page locd-publish(8) has an example")
                ], omitted: 0)
        }
        return try read(text, name: path)
    }

    /// Reads bytes: UTF-8, at most ``ConfigurationFile/maximumBytes``.
    package static func read(_ bytes: [UInt8], name: String) throws(ConfigurationError) -> PublishConfiguration {
        let reader = PublishConfigurationReader(path: name, text: try ConfigurationFile.text(bytes, name))
        if let error = reader.problems.error { throw error }
        return reader.configuration
    }
}
