import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// One question over a connection of its own: HTTP/1.1, GET, with an end in time.
struct HTTPQuestion: Sendable {
    let server: GeocodingServer
    /// Path and query, escaped.
    let uri: String
    let userAgent: String
    /// When all of it must be over.
    let deadline: NIODeadline

    /// What stands in the answer's body.
    /// - Parameters:
    ///   - context: Whom to trust over TLS; `nil` in the clear.
    ///   - maximum: More is refused; in bytes.
    /// - Throws: ``NominatimServer/Failure``, ``HandshakeWatch/Failure`` where TLS does not come about, and what the network throws.
    func answer(trusting context: NIOSSLContext?, maximum: Int) async throws -> [UInt8] {
        do {
            return try await ask(context, maximum)
        } catch {
            // Whatever it was that was cut off.
            throw NIODeadline.now() < deadline ? error : NominatimServer.Failure.tooLate
        }
    }

    private func ask(_ context: NIOSSLContext?, _ maximum: Int) async throws -> [UInt8] {
        let (connection, handshake) = try await connect(context)
        let timer = connection.channel.eventLoop.scheduleTask(deadline: deadline) {
            connection.channel.close(promise: nil)
        }
        defer { timer.cancel() }
        return try await connection.executeThenClose { inbound, outbound in
            try await handshake?.get()
            try await outbound.write(head)
            var answer: [UInt8] = []
            for try await part in inbound {
                switch part {
                case .head(let head):
                    guard head.status == .ok else {
                        throw NominatimServer.Failure(
                            status: head.status.code, location: head.headers.first(name: "Location"))
                    }
                case .body(let bytes):
                    guard answer.count + bytes.readableBytes <= maximum else { throw NominatimServer.Failure.tooLong }
                    answer += Array(bytes.readableBytesView)
                case .end: return answer
                }
            }
            throw NominatimServer.Failure.unfinished
        }
    }

    private var head: HTTPRequestHead {
        var head = HTTPRequestHead(version: .http1_1, method: .GET, uri: uri)
        head.headers = ["Host": server.authority, "User-Agent": userAgent, "Accept": "application/json"]
        head.headers.add(name: "Connection", value: "close")
        return head
    }

    private func connect(
        _ context: NIOSSLContext?
    ) async throws -> (NIOAsyncChannel<HTTPClientResponsePart, HTTPRequestHead>, EventLoopFuture<Void>?) {
        try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connectTimeout(deadline - .now())
            .connect(host: server.host, port: Int(server.port)) { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    var handshake: EventLoopFuture<Void>?
                    if let context {
                        try pipeline.addHandler(
                            NIOSSLClientHandler(context: context, serverHostname: server.certifiedName))
                        handshake = try HandshakeWatch.add(to: channel)
                    }
                    try pipeline.addHTTPClientHandlers()
                    try pipeline.addHandler(QuestionWriter())
                    let connection = try NIOAsyncChannel<HTTPClientResponsePart, HTTPRequestHead>(
                        wrappingChannelSynchronously: channel)
                    return (connection, handshake)
                }
            }
    }
}

/// Makes a request of a head: questions have no body. (A part of a request is not sendable, because a body may be a file.)
private final class QuestionWriter: ChannelOutboundHandler {
    typealias OutboundIn = HTTPRequestHead
    typealias OutboundOut = HTTPClientRequestPart

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        context.write(wrapOutboundOut(.head(unwrapOutboundIn(data))), promise: nil)
        context.write(wrapOutboundOut(.end(nil)), promise: promise)
    }
}
