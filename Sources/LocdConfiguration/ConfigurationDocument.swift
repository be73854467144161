/// A configuration in a file of its own, for a command of its own: web.yaml, publish.yaml.
package protocol ConfigurationDocument {
    /// The file that is read by default.
    static var defaultPath: String { get }

    /// Reads a file. Throws all its problems.
    static func read(at path: String) throws(ConfigurationError) -> Self
}
