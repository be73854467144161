package import Glibc

extension Configuration.Clients {
    /// Reads the policy; an empty one if the file does not exist. `userNumber` returns the user for a name.
    ///
    /// - Throws: All problems, each with line, column, key, cause and remedy.
    package func read(userNumber: @escaping (String) -> uid_t?) throws(ConfigurationError) -> ClientPolicy {
        guard let text = try ConfigurationFile.read(file, example: "clients.yaml") else { return ClientPolicy() }
        return try ClientPolicy.read(text, name: file, userNumber: userNumber)
    }
}

extension ClientPolicy {
    /// Reads a policy from bytes: UTF-8, at most ``ConfigurationFile/maximumBytes``. `userNumber` returns the user for
    /// a name.
    package static func read(
        _ bytes: [UInt8], name: String, userNumber: @escaping (String) -> uid_t?
    ) throws(ConfigurationError) -> ClientPolicy {
        let reader = ClientPolicyReader(
            path: name, text: try ConfigurationFile.text(bytes, name), userNumber: userNumber)
        if let error = reader.problems.error { throw error }
        return reader.policy
    }
}
