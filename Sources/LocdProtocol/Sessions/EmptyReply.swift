/// The reply of a method that has nothing to say but that it was done.
public struct EmptyReply: Codable, Sendable, Hashable {
    /// Nothing.
    public init() {}
}
