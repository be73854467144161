package import LocdProtocol

/// Answers one call. A call that wants no reply gets none.
package struct ReplyWriter: Sendable {
    private let oneway: Bool
    private let send: @Sendable ([UInt8]) async throws -> Void

    /// Answers through a function that returns when the bytes are on their way, so that a slow reader slows its own
    /// calls down.
    package init(for call: VarlinkCall, send: @escaping @Sendable ([UInt8]) async throws -> Void) {
        oneway = call.oneway
        self.send = send
    }

    /// Sends a reply.
    package func reply(_ parameters: some Encodable & Sendable) async throws {
        guard !oneway else { return }
        try await send(try VarlinkReply.encode(parameters))
    }

    /// Sends an error, which is the last answer to a call.
    package func fail(_ error: VarlinkError) async throws {
        guard !oneway else { return }
        try await send(VarlinkReply.encode(error))
    }
}
