import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Synchronization

/// A server of addresses on the loopback that answers by a script and notes what it was asked.
final class AddressServer: Sendable {
    struct Request: Sendable, Equatable {
        var uri: String
        var headers: [String: String]
    }

    enum Answer: Sendable {
        case json(String)
        case status(Int)
        /// Another place for the same question.
        case moved(Int, to: String)
        /// Takes the question and says nothing.
        case silence
    }

    private let requests = Mutex<[Request]>([])

    var asked: [Request] { requests.withLock { $0 } }

    /// Serves for as long as a closure runs.
    /// - Parameter context: What it shows of itself over TLS; without it speaks in the clear.
    static func with(
        _ answer: Answer, over context: NIOSSLContext? = nil,
        _ body: (_ server: AddressServer, _ port: Int) async throws -> Void
    ) async throws {
        let server = AddressServer()
        let channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let context {
                        try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
                    }
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    try channel.pipeline.syncOperations.addHandler(Handler(server, answer))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let outcome: Result<Void, any Error>
        do {
            outcome = .success(try await body(server, channel.localAddress?.port ?? 0))
        } catch {
            outcome = .failure(error)
        }
        try await channel.close()
        try outcome.get()
    }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart

        private let server: AddressServer
        private let answer: Answer

        init(_ server: AddressServer, _ answer: Answer) {
            self.server = server
            self.answer = answer
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let head):
                let headers = Dictionary(head.headers.map { ($0.name, $0.value) }) { first, _ in first }
                server.requests.withLock { $0.append(Request(uri: head.uri, headers: headers)) }
            case .body: break
            case .end:
                let (status, text): (HTTPResponseStatus, String)
                switch answer {
                case .json(let json): (status, text) = (.ok, json)
                case .status(let code): (status, text) = (HTTPResponseStatus(statusCode: code), "no")
                case .moved(let code, _): (status, text) = (HTTPResponseStatus(statusCode: code), "there")
                case .silence: return
                }
                var head = HTTPResponseHead(version: .http1_1, status: status)
                if case .moved(_, let place) = answer { head.headers.add(name: "Location", value: place) }
                head.headers.add(name: "Content-Length", value: "\(text.utf8.count)")
                context.write(wrapOutboundOut(.head(head)), promise: nil)
                context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: text)))), promise: nil)
                context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
            }
        }
    }
}
