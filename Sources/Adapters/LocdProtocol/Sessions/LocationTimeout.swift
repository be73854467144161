/// The timeout of a request for one location.
public enum LocationTimeout {
    /// The valid range in seconds.
    public static let range = 0.1...3600

    /// The validated timeout; `nil` if it is absent.
    /// - Throws: ``VarlinkError/invalidParameter(_:)`` if it is out of range.
    public static func effective(_ seconds: Double?) throws(VarlinkError) -> Duration? {
        guard let seconds else { return nil }
        guard range.contains(seconds) else { throw .invalidParameter("timeout") }
        return .seconds(seconds)
    }
}
