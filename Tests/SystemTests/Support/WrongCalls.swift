import Glibc

/// A client that makes ten calls at once, each wrong in another way, the last so that the daemon ends the connection,
/// and that keeps what it is answered.
final class WrongCalls {
    /// What the last message is, and the reason that the daemon gives for ending the connection.
    enum Ending: String {
        case malformed
        case tooDeep
        case tooLong
        /// As malformed, but in its bytes: it is no UTF-8.
        case noText
        case halfSent = "incomplete"

        /// Those that cost nobody much.
        static let atOnce: [Ending] = [.malformed, .tooDeep, .noText]

        fileprivate var reason: String { self == .noText ? "malformed" : rawValue }

        fileprivate var bytes: [UInt8] {
            switch self {
            case .malformed: Array("[1,2\u{0}".utf8)
            case .tooDeep: [UInt8](repeating: UInt8(ascii: "["), count: 500) + [0]
            case .tooLong: [UInt8](repeating: UInt8(ascii: "x"), count: 300_000)
            case .noText: Array(#"{"method":""#.utf8) + [0xFF, 0xFE] + Array("\"}\u{0}".utf8)
            case .halfSent: Array(#"{"method":"org.locd.Location.Sta"#.utf8)
            }
        }
    }

    /// Nine that are answered with an error, and after which the next is read.
    private static let calls: [(call: String, error: String)] = [
        (#"{"method":"org.locd.Location.Nothing"}"#, "org.varlink.service.MethodNotFound"),
        (#"{"method":"org.example.Nothing"}"#, "org.varlink.service.InterfaceNotFound"),
        (#"{"method":"nothing"}"#, "org.varlink.service.InvalidParameter"),
        (
            #"{"method":"org.locd.Location.Location","parameters":{"timeout":"soon"}}"#,
            "org.varlink.service.InvalidParameter"
        ),
        (
            #"{"method":"org.locd.Location.Events","more":true,"parameters":{"services":7}}"#,
            "org.varlink.service.InvalidParameter"
        ),
        (#"{"method":"org.locd.Location.Updates"}"#, "org.varlink.service.ExpectedMore"),
        (
            #"{"method":"org.locd.Location.Why","parameters":{"nonsense":[[[]]]}}"#,
            "org.varlink.service.InvalidParameter"
        ),
        (
            #"{"method":"org.locd.Location.Stop","parameters":{"session":"0","services":[]}}"#,
            "org.locd.Location.NoSuchSession"
        ),
        (
            #"{"method":"org.locd.Location.AddRegion","parameters":{"region":{"identifier":"x"}}}"#,
            "org.locd.Location.InvalidRegion"
        ),
    ]

    private let socket: Socket
    private let ending: Ending
    private var toSend: ArraySlice<UInt8>
    private var received: [UInt8] = []
    private var isClosed = false

    /// Connects. Throws where the daemon takes no connection now.
    init(_ path: String, ending: Ending) throws {
        socket = try Socket(connectingTo: path)
        self.ending = ending
        toSend = (Self.calls.flatMap { Array($0.call.utf8) + [0] } + ending.bytes)[...]
    }

    /// Sends and reads what can be; true once the daemon has ended the connection.
    func isOver() -> Bool {
        while !isClosed, let count = toSend.isEmpty ? 0 : socket.write(toSend), count > 0 {
            toSend = toSend.dropFirst(count)
        }
        while !isClosed, let bytes = socket.read() {
            received += bytes
            isClosed = bytes.isEmpty
        }
        return isClosed
    }

    /// What it was answered.
    var answers: String { String(decoding: received.map { $0 == 0 ? UInt8(ascii: "\n") : $0 }, as: UTF8.self) }

    /// Whether each call got its own error, in order, and the last one the reason for the end.
    var isAnsweredRightly: Bool {
        let replies = answers.split(separator: "\n")
        guard replies.count == Self.calls.count + 1 else { return false }
        for (reply, call) in zip(replies, Self.calls) where !reply.contains("\"error\":\"\(call.error)\"") {
            return false
        }
        return replies.last.map {
            $0.contains("\"error\":\"org.locd.Location.InvalidMessage\"")
                && $0.contains("\"reason\":\"\(ending.reason)\"")
        } ?? false
    }
}
