/// The reply of a method that only confirms its success.
public struct EmptyReply: Codable, Sendable, Hashable {
    /// Creates an empty reply.
    public init() {}
}
