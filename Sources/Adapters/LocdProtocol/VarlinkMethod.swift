/// A method of an interface: its name, its parameters and its reply. Client and daemon share these types, and a test
/// checks each against the interface file.
public protocol VarlinkMethod: Sendable {
    /// The parameters of a call.
    associatedtype Parameters: VarlinkParameters = NoParameters
    /// The parameters of a reply.
    associatedtype Reply: Codable & Sendable = EmptyReply
    /// The full name, interface and member: `org.locd.Location.Status`.
    static var name: String { get }
}

/// A method that answers repeatedly, to callers that ask for more.
public protocol VarlinkStream: VarlinkMethod {}

/// The parameters of a call. A member with any other name than those of its coding keys is an error of the caller.
public protocol VarlinkParameters: Codable, Sendable {}

/// The parameters of a method that takes none.
public struct NoParameters: VarlinkParameters, Hashable {
    /// Creates empty parameters.
    public init() {}
}

/// Encodes replies.
public enum VarlinkReply {
    private struct Envelope<Parameters: Encodable>: Encodable {
        var parameters: Parameters
        var continues: Bool?
    }

    private struct ErrorEnvelope: Encodable {
        var error: String
        var parameters: VarlinkError.Members
    }

    /// The bytes of a reply, terminated by a NUL; `continues` is true if more replies to the same call follow.
    public static func encode(
        _ parameters: some Encodable & Sendable, continues: Bool = false
    ) throws(EncodingFailure) -> [UInt8] {
        return try VarlinkMessage.encode(Envelope(parameters: parameters, continues: continues ? true : nil))
    }

    /// The bytes of an error, terminated by a NUL.
    public static func encode(_ error: VarlinkError) -> [UInt8] {
        // An error contains only strings and whole numbers, which JSON can always represent.
        let bytes = try? VarlinkMessage.encode(ErrorEnvelope(error: error.name, parameters: error.members))
        return bytes ?? Array("{\"error\":\"\(error.name)\"}\u{0}".utf8)
    }
}
