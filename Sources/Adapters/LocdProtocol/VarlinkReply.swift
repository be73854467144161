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
