public import LocdConfiguration
internal import SystemSupport

extension Configuration.Clients {
    /// Reads the policy; an empty one where there is no such file. Users are those of the system.
    ///
    /// - Throws: All that is wrong with it, each with line, column, key, cause and remedy.
    public func read() throws(ConfigurationError) -> ClientPolicy {
        try read { SystemUser(named: $0)?.identifier }
    }
}
