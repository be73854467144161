/// A received call: the method, and how to answer. The parameters are decoded once the method is known.
public struct VarlinkCall: Sendable {
    /// The full name, interface and member.
    public let method: String
    /// Whether the caller accepts several replies.
    public let more: Bool
    /// Whether the caller wants no reply.
    public let oneway: Bool
    /// Whether the caller wants to switch to another protocol afterwards.
    public let upgrade: Bool
    private let message: VarlinkMessage

    private struct Head: Decodable {
        var method: String
        var more: Bool?
        var oneway: Bool?
        var upgrade: Bool?
    }

    private struct Body<Parameters: Decodable>: Decodable {
        var parameters: Parameters?
    }

    private struct Envelope<Parameters: Encodable>: Encodable {
        var method: String
        var parameters: Parameters
        var more: Bool?
    }

    /// Reads the head of a message.
    /// - Throws: ``VarlinkError/invalidMessage(_:detail:)`` if it is not a valid call.
    public init(message bytes: [UInt8]) throws(VarlinkError) {
        message = try VarlinkMessage(bytes)
        let head: Head
        do {
            head = try message.decode(Head.self)
        } catch {
            throw .invalidMessage(.malformed, detail: error.sentence)
        }
        method = head.method
        more = head.more ?? false
        oneway = head.oneway ?? false
        upgrade = head.upgrade ?? false
    }

    /// The name of the interface: everything before the last dot of ``method``; `nil` without a dot.
    public var interface: String? {
        method.lastIndex(of: ".").map { String(method[..<$0]) }
    }

    /// Reads the parameters.
    /// - Throws: ``VarlinkError/invalidParameter(_:)`` with the name of the first one that is unknown, missing or
    ///   invalid.
    public func parameters<Parameters: VarlinkParameters>(as type: Parameters.Type) throws(VarlinkError) -> Parameters {
        do {
            if let parameters = try message.decode(Body<TracedParameters<Parameters>>.self).parameters {
                return parameters.value
            }
            // Absent parameters are the same as an empty object.
            return try VarlinkMessage(Array("{}".utf8)).decode(type)
        } catch let error as DecodingFailure {
            let path = error.path.first == "parameters" ? error.path.dropFirst() : error.path[...]
            throw .invalidParameter(path.first ?? "parameters")
        } catch {
            throw .invalidParameter("parameters")
        }
    }

    /// The bytes of a call, terminated by a NUL. A stream is asked for more than one reply.
    public static func encode<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters
    ) throws(EncodingFailure) -> [UInt8] {
        let more: Bool? = method is any VarlinkStream.Type ? true : nil
        return try VarlinkMessage.encode(Envelope(method: Method.name, parameters: parameters, more: more))
    }
}
