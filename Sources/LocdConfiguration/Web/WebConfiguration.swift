public import Phrasing

/// The contents of `/etc/locd/web.yaml`: where locd-web listens, what it shows and to whom. `WebConfiguration()` has the
/// defaults.
public struct WebConfiguration: ConfigurationDocument, Sendable, Hashable {
    /// The file that is read by default.
    public static let defaultPath = "/etc/locd/web.yaml"

    /// The address that browsers connect to. An address beyond loopback requires ``tokens``.
    public var listen = WebAddress("127.0.0.1:8947")
    /// The daemon's socket.
    public var socket = "/run/locd/locd.sock"
    /// The directory of the track files.
    public var tracks = "/var/lib/locd/tracks"
    /// The GeoJSON file that marks private regions; `regions.file` of locd.yaml.
    public var regions = "/etc/locd/regions.geojson"
    /// The file of coasts, lakes, rivers and borders.
    public var baseMap = "/usr/share/locd/basemap.locd"
    /// The file of towns.
    public var places = "/usr/share/locd/places.locd"
    /// Map tiles that are drawn over the base map; `nil` for none.
    public var tiles: TileSource?
    /// The units of figures on the page.
    public var units = UnitSystem.metric
    /// Names under which a proxy serves the page, besides this machine's: `van.example.org`.
    public var hosts: [String] = []
    /// The file of the tokens' hashes; `nil` accepts no token.
    public var tokens: String?

    /// The defaults.
    public init() {}

    /// Reads a file; returns the defaults if it is the default file and does not exist.
    ///
    /// - Throws: All problems, each with line, column, key, cause and remedy.
    public static func read(at path: String = defaultPath) throws(ConfigurationError) -> WebConfiguration {
        guard let text = try ConfigurationFile.read(path, example: "web.yaml") else {
            guard path != defaultPath else { return WebConfiguration() }
            throw ConfigurationError(
                problems: [
                    ConfigurationProblem(
                        code: .missing, origin: .file(path: path), key: nil, what: "there is no such file",
                        remedy: "write one; the manual page locd-web(8) has an example")
                ], omitted: 0)
        }
        return try read(text, name: path)
    }

    /// Reads bytes: UTF-8, at most ``ConfigurationFile/maximumBytes``.
    package static func read(_ bytes: [UInt8], name: String) throws(ConfigurationError) -> WebConfiguration {
        let reader = WebConfigurationReader(path: name, text: try ConfigurationFile.text(bytes, name))
        if let error = reader.problems.error { throw error }
        return reader.configuration
    }
}
