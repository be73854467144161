/// Writes replies.
public enum VarlinkReply {
    private struct Envelope<Parameters: Encodable>: Encodable {
        var parameters: Parameters
        var continues: Bool?
    }

    private struct ErrorEnvelope: Encodable {
        var error: String
        var parameters: VarlinkError.Members
    }

    /// The bytes of a reply, ended by the NUL; `continues` where more replies to the same call follow.
    public static func encode(
        _ parameters: some Encodable & Sendable, continues: Bool = false
    ) throws(EncodingFailure) -> [UInt8] {
        return try VarlinkMessage.encode(Envelope(parameters: parameters, continues: continues ? true : nil))
    }

    /// The bytes of an error, ended by the NUL.
    public static func encode(_ error: VarlinkError) -> [UInt8] {
        // Strings and whole numbers are all that an error carries: JSON can say them.
        let bytes = try? VarlinkMessage.encode(ErrorEnvelope(error: error.name, parameters: error.members))
        return bytes ?? Array("{\"error\":\"\(error.name)\"}\u{0}".utf8)
    }
}
