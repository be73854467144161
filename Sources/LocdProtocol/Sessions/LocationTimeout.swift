/// How long a request for one location may take.
public enum LocationTimeout {
    /// Seconds that may be asked for.
    public static let range = 0.1...3600

    /// The timeout that is meant; `nil` where none was given.
    /// - Throws: ``VarlinkError/invalidParameter(_:)`` where it is out of range.
    public static func effective(_ seconds: Double?) throws(VarlinkError) -> Duration? {
        guard let seconds else { return nil }
        guard range.contains(seconds) else { throw .invalidParameter("timeout") }
        return .seconds(seconds)
    }
}
