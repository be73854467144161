package import LocdProtocol

/// A method, the authorization that it requires, and its implementation.
package struct MethodHandler: Sendable {
    /// The full name.
    package let name: String
    /// Answers a call; throws a `VarlinkError` to answer with it.
    package let answer: @Sendable (VarlinkCall, Caller, ReplyWriter) async throws -> Void

    /// A method that answers once.
    package init<Method: VarlinkMethod>(
        _ method: Method.Type, for access: Access,
        _ body: @escaping @Sendable (Method.Parameters, Caller) async throws(VarlinkError) -> Method.Reply
    ) {
        name = method.name
        answer = { call, caller, writer in
            let (parameters, caller) = try await Self.admit(call, caller, as: Method.Parameters.self, access)
            try await writer.reply(try await body(parameters, caller))
        }
    }

    /// A method that answers repeatedly, to callers that ask for more. The body sends the replies through the outbox of
    /// the caller, and returns when the connection is closed.
    package init<Method: VarlinkStream>(
        streaming method: Method.Type, for access: Access,
        _ body: @escaping @Sendable (Method.Parameters, Caller) async throws -> Void
    ) {
        name = method.name
        answer = { call, caller, _ in
            guard call.more else { throw VarlinkError.expectedMore }
            let (parameters, caller) = try await Self.admit(call, caller, as: Method.Parameters.self, access)
            // Nobody reads a stream without replies.
            guard !call.oneway else { return }
            try await body(parameters, caller)
        }
    }

    /// The one place that decides whether a call runs. Before anything else it reads the label from the parameters.
    private static func admit<Parameters: VarlinkParameters>(
        _ call: VarlinkCall, _ caller: Caller, as type: Parameters.Type, _ access: Access
    ) async throws(VarlinkError) -> (Parameters, Caller) {
        let parameters = try call.parameters(as: type)
        let caller = caller.labelled(try (parameters as? any LabelledParameters)?.effectiveLabel)
        try await access.check(caller, call.method)
        return (parameters, caller)
    }
}
