/// The answer to a call.
public enum VarlinkAnswer<Reply: Codable & Sendable>: Sendable {
    /// A reply; more follow if `continues` is true.
    case reply(Reply, continues: Bool)
    /// The service answered with an error.
    case error(VarlinkError)
    /// A message that this version cannot read; the problem, in one sentence.
    case unreadable(String)

    private struct Head: Decodable {
        var error: String?
        var continues: Bool?
    }

    private struct Body<Parameters: Decodable>: Decodable {
        var parameters: Parameters
    }

    private struct OptionalBody<Parameters: Decodable>: Decodable {
        var parameters: Parameters?
    }

    /// Reads a message.
    public init(message bytes: [UInt8]) {
        do {
            let message = try VarlinkMessage(bytes)
            let head = try message.decode(Head.self)
            guard let name = head.error else {
                self = .reply(
                    try message.decode(Body<Reply>.self).parameters, continues: head.continues ?? false)
                return
            }
            let members = try? message.decode(OptionalBody<VarlinkError.Members>.self).parameters
            self = .error(VarlinkError(name: name, members: members ?? VarlinkError.Members()))
        } catch let error as DecodingFailure {
            self = .unreadable(error.sentence)
        } catch VarlinkError.invalidMessage(_, let detail) {
            self = .unreadable(detail)
        } catch {
            self = .unreadable("The message cannot be read.")
        }
    }
}
