public import LocdConfiguration
internal import SystemSupport

extension Configuration.Clients {
    /// Reads the policy; an empty one if the file does not exist. User names are those of the system.
    ///
    /// - Throws: All problems, each with line, column, key, cause and remedy.
    public func read() throws(ConfigurationError) -> ClientPolicy {
        try read { SystemUser(named: $0)?.identifier }
    }
}
