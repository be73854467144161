package import LocdProtocol

/// A method and what the daemon does for it.
package struct MethodHandler: Sendable {
    /// The full name.
    package let name: String
    /// Answers a call; throws a `VarlinkError` to answer with it.
    package let answer: @Sendable (VarlinkCall, SocketSession, ReplyWriter) async throws -> Void

    /// A method that answers once.
    package init<Method: VarlinkMethod>(
        _ method: Method.Type,
        _ body: @escaping @Sendable (Method.Parameters, SocketSession) async throws(VarlinkError) -> Method.Reply
    ) {
        name = method.name
        answer = { call, session, writer in
            let parameters = try call.parameters(as: Method.Parameters.self)
            try await writer.reply(try await body(parameters, session))
        }
    }

    /// A method that answers again and again, to callers that ask for more. The body hands over each reply, and
    /// returns the last.
    package init<Method: VarlinkMethod>(
        streaming method: Method.Type,
        _ body:
            @escaping @Sendable (
                Method.Parameters, SocketSession, _ continuing: @Sendable (Method.Reply) async throws -> Void
            ) async throws -> Method.Reply
    ) {
        name = method.name
        answer = { call, session, writer in
            guard call.more else { throw VarlinkError.expectedMore }
            let parameters = try call.parameters(as: Method.Parameters.self)
            let last = try await body(parameters, session) { try await writer.reply($0, continues: true) }
            try await writer.reply(last)
        }
    }
}
