import Glibc

extension Configuration.Clients {
    /// Reads the policy; an empty one where there is no such file.
    ///
    /// - Throws: All that is wrong with it, each with line, column, key, cause and remedy.
    public func read() throws(ConfigurationError) -> ClientPolicy {
        guard let text = try ConfigurationFile.read(file, example: "clients.yaml") else { return ClientPolicy() }
        return try ClientPolicy.read(text, name: file)
    }
}

extension ClientPolicy {
    /// Reads a policy from bytes: UTF-8, at most ``ConfigurationFile/maximumBytes``.
    public static func read(_ bytes: [UInt8], name: String) throws(ConfigurationError) -> ClientPolicy {
        try read(bytes, name: name, userNumber: SystemUser.number(named:))
    }

    static func read(
        _ bytes: [UInt8], name: String, userNumber: @escaping (String) -> uid_t?
    ) throws(ConfigurationError) -> ClientPolicy {
        let reader = ClientPolicyReader(
            path: name, text: try ConfigurationFile.text(bytes, name), userNumber: userNumber)
        if let error = reader.problems.error { throw error }
        return reader.policy
    }
}
