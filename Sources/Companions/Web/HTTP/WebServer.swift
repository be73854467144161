internal import Glibc
internal import HTTPTypes
internal import HummingbirdCore
package import Logging
internal import NIOCore
internal import NIOHTTPTypes
internal import NIOPosix
internal import Synchronization
internal import SystemSupport

/// Listens, and serves browsers until cancelled. One event-loop thread carries all connections.
package struct WebServer: Sendable {
    /// Where it listens.
    package enum Place: Sendable {
        case address(WebAddress)
        /// A listening socket that systemd passed.
        case inherited(CInt)
    }

    /// The maximum number of connections; further ones are closed at once.
    static let maximumConnections = 256
    /// The maximum number of bytes of a request's headers, and of its body.
    private static let maximumHeaders = 16 << 10
    private static let maximumBody = 16 << 10

    private let app: WebApp
    private let place: Place
    private let logger: Logger

    package init(_ app: WebApp, at place: Place, logger: Logger) {
        (self.app, self.place, self.logger) = (app, place, logger)
    }

    /// Why it cannot listen, in words.
    package static func reason(_ error: any Error) -> String {
        (error as? IOError).map { reason(code: $0.errnoCode) } ?? "\(error)"
    }

    static func reason(code: CInt) -> String {
        switch code {
        case EADDRINUSE: "another program already listens there (ss -ltnp names it)"
        case EADDRNOTAVAIL: "this machine has no such address"
        case EACCES: "only root may listen on a port below 1024"
        default: SystemCallError("bind", code).message
        }
    }

    /// Serves until cancelled.
    /// - Parameter isListening: Called once with the address, such as `127.0.0.1:8947`.
    package func run(_ isListening: @Sendable (String) -> Void) async throws {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let users = LoopbackUsers(on: try ExecutorThread(named: "web-reading"))
        let http = HTTP1Channel(
            responder: { request, writer, channel in
                try await respond(to: request, writer, on: channel, users)
            },
            configuration: HTTP1Channel.Configuration(
                additionalChannelHandlers: [ConnectionGuard()],
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: 8 << 10, maxHeaderListSize: Self.maximumHeaders, maxHeaderFieldCount: 64)))
        let bootstrap = ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 128)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
        let logger = logger
        let server =
            switch place {
            case .address(let address):
                try await bootstrap.bind(host: address.host, port: Int(address.port)) { channel in
                    http.setup(channel: channel, logger: logger)
                }
            case .inherited(let descriptor):
                try await bootstrap.bind(descriptor) { channel in
                    http.setup(channel: channel, logger: logger)
                }
            }
        let own = server.channel.localAddress
        isListening(own.map { "\($0.ipAddress.map { $0.contains(":") ? "[\($0)]" : $0 } ?? ""):\($0.port ?? 0)" } ?? "")
        let open = OpenConnections(limit: Self.maximumConnections)
        try await server.executeThenClose { connections in
            try await withThrowingDiscardingTaskGroup { tasks in
                for try await connection in connections {
                    guard open.open() else {
                        tasks.addTask { try? await connection.executeThenClose { _, _ in } }
                        continue
                    }
                    tasks.addTask {
                        await http.handle(value: connection, logger: logger)
                        open.close()
                    }
                }
            }
        }
    }

    private func respond(
        to request: Request, _ writer: consuming ResponseWriter, on channel: any Channel, _ users: LoopbackUsers
    ) async throws {
        var body: [UInt8] = []
        if request.method == .post {
            guard let collected = try? await request.body.collect(upTo: Self.maximumBody) else {
                return try await Self.write(.problem(413, "the body is too long"), writer, closing: true, isHead: false)
            }
            body = Array(collected.readableBytesView)
        }
        var headers: [String: String] = [:]
        for field in request.headers {
            let name = field.name.canonicalName
            headers[name] = headers[name].map { "\($0), \(field.value)" } ?? field.value
        }
        let reply = await app.reply(
            to: WebRequest(
                method: request.method.rawValue, target: request.head.path ?? "", host: request.head.authority,
                headers: headers, body: body, remote: Self.remote(of: channel, users)))
        try await Self.write(
            reply, writer, closing: headers["connection"] == "close", isHead: request.method == .head)
    }

    private static func write(
        _ reply: WebReply, _ writer: consuming ResponseWriter, closing: Bool, isHead: Bool
    ) async throws {
        var fields = HTTPFields()
        for (name, value) in reply.headers {
            if let name = HTTPField.Name(name) { fields[name] = value }
        }
        if closing { fields[.connection] = "close" }
        let status = HTTPResponse.Status(code: reply.status)
        switch reply.body {
        case .bytes(let bytes):
            fields[.contentLength] = "\(bytes.count)"
            let head = HTTPResponse(status: status, headerFields: fields)
            try await writer.write(
                response: head, body: isHead ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
        case .stream(let body):
            let head = HTTPResponse(status: status, headerFields: fields)
            try await writer.write(
                response: head,
                body: isHead
                    ? ResponseBody()
                    : ResponseBody { writer in
                        try await Self.stream(body, &writer)
                        try await writer.finish(nil)
                    })
        }
    }

    private static func stream(
        _ body: (WebReply.Writer) async throws -> Void, _ writer: inout any ResponseBodyWriter
    ) async throws {
        var open = writer
        try await body { bytes in try await open.write(ByteBuffer(bytes: bytes)) }
        writer = open
    }

    /// The other end of a connection. Its user is looked up in the kernel's tables, off the event loop.
    private static func remote(of channel: any Channel, _ users: LoopbackUsers) -> WebRequest.Remote {
        func endpoint(_ address: SocketAddress?) -> TCPEndpoint? {
            guard let text = address?.ipAddress, let port = address?.port else { return nil }
            return TCPEndpoint(address: text, port: port)
        }
        let (remote, local) = (endpoint(channel.remoteAddress), endpoint(channel.localAddress))
        return WebRequest.Remote(
            isLoopback: (remote?.isLoopback ?? false) && (local?.isLoopback ?? false),
            address: channel.remoteAddress?.ipAddress ?? ""
        ) {
            guard let remote, let local else { return nil }
            return await users.user(of: TCPConnection(from: remote, to: local))
        }
    }
}

/// How many connections are open, up to a limit.
final class OpenConnections: Sendable {
    private let limit: Int
    private let count = Atomic(0)

    init(limit: Int) {
        self.limit = limit
    }

    /// Whether there is room for one more; then ``close()`` follows.
    func open() -> Bool {
        if count.add(1, ordering: .relaxed).newValue <= limit { return true }
        close()
        return false
    }

    func close() {
        count.subtract(1, ordering: .relaxed)
    }
}
