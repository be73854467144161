import FoundationEssentials
import GeocodeProtocol
import LocationModel
import NIOCore
import NIOPosix
import Synchronization

/// A locd-geocode behind a Unix socket that replies by a script and notes what it was asked.
final class ScriptedHelper: Sendable {
    enum Script: Sendable {
        case placemarks([Placemark])
        case error(GeocodeFailure)
        /// These bytes, and the end.
        case raw(String)
        /// Takes the question and says nothing.
        case silence
    }

    let path: String
    /// The event loop on which it serves, and on which it may be asked.
    let loop: any EventLoop
    private let requests = Mutex<[GeocodeRequest]>([])
    private let arrivals = AsyncStream.makeStream(of: Void.self)

    var asked: [GeocodeRequest] { requests.withLock { $0 } }

    private init(path: String, loop: any EventLoop) {
        self.path = path
        self.loop = loop
    }

    /// Returns when this many questions have come, since the beginning; for one caller.
    func questions(atLeast count: Int) async {
        guard asked.count < count else { return }
        for await _ in arrivals.stream where asked.count >= count { return }
    }

    /// Serves while a closure runs.
    static func with(_ script: Script, _ body: (ScriptedHelper) async throws -> Void) async throws {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let path = FileManager.default.temporaryDirectory.appending(path: "locd-helper-\(UUID().uuidString)").path
        let helper = ScriptedHelper(path: path, loop: group.next())
        let outcome: Result<Void, any Error>
        do {
            _ = try await ServerBootstrap(group: group)
                .childChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(Handler(helper, script))
                    }
                }
                .bind(unixDomainSocketPath: path).get()
            outcome = .success(try await body(helper))
        } catch {
            outcome = .failure(error)
        }
        try await group.shutdownGracefully()
        try? FileManager.default.removeItem(atPath: path)
        try outcome.get()
    }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private let helper: ScriptedHelper
        private let script: Script
        private var line: [UInt8] = []

        init(_ helper: ScriptedHelper, _ script: Script) {
            self.helper = helper
            self.script = script
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            line += Array(unwrapInboundIn(data).readableBytesView)
            guard
                let request = try? GeocodeLine.read(
                    GeocodeRequest.self, from: line, maximum: GeocodeRequest.maximumLength)
            else { return }
            helper.requests.withLock { $0.append(request) }
            helper.arrivals.continuation.yield()
            let reply: [UInt8]?
            switch script {
            case .placemarks(let placemarks): reply = try? GeocodeLine.write(GeocodeReply.placemarks(placemarks))
            case .error(let failure): reply = try? GeocodeLine.write(GeocodeReply.error(failure))
            case .raw(let text): reply = Array(text.utf8)
            case .silence: return
            }
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: reply ?? [])), promise: nil)
            context.close(promise: nil)
        }
    }
}
