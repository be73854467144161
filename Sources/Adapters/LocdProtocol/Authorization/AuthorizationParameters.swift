extension TemporaryFullAccuracyParameters {
    /// The validated purpose.
    /// - Throws: ``VarlinkError/invalidParameter(_:)`` if it is empty, too long, or contains control characters.
    public var effectivePurpose: String {
        get throws(VarlinkError) {
            guard !purposeKey.isEmpty, ClientLabel.isValid(purposeKey) else { throw .invalidParameter("purposeKey") }
            return purposeKey
        }
    }
}

extension UserParameters {
    /// The maximum number of groups, more than any user has.
    package static let maximumGroups = 65_536
}
