import FoundationEssentials
import Glibc
import LocationModel
import LocdClient
import LocdProtocol
import LocdTestSupport
import Logging
import SystemSupport
import Testing

@testable import LocdServer

@Suite struct SocketFileTests {
    private let folder = TemporaryDirectory()
    private var directory: String { folder.path }

    private func code(_ body: () throws(SocketError) -> ListeningSocket) -> SocketError.Code? {
        do {
            close(try body().descriptor)
            return nil
        } catch {
            #expect(error.description.contains(error.place))
            #expect(error.description.hasSuffix("."))
            return error.code
        }
    }

    @Test func `A socket that an ended daemon left is replaced`() throws {
        let path = directory + "/s"
        close(try ListeningSocket(path: path).descriptor)
        #expect(FileManager.default.fileExists(atPath: path))
        #expect(code { () throws(SocketError) in try ListeningSocket(path: path) } == nil)
    }

    @Test func `A socket that somebody listens on is not touched`() async throws {
        try await SocketTestServer.with { path in
            #expect(code { () throws(SocketError) in try ListeningSocket(path: path) } == .inUse)
            let reply = try await LocdClient(socketPath: path, timeout: .seconds(300)).status()
            #expect(reply.receiver.state == .fix3D)
        }
    }

    @Test func `A socket whose queue is full is in use`() throws {
        let path = directory + "/s"
        let listening = try ListeningSocket(path: path)
        defer { close(listening.descriptor) }
        try #require(listen(listening.descriptor, 0) == 0)
        let address = try #require(UnixAddress(path))
        let waiting = (0..<2).map { _ in
            let descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue) | O_NONBLOCK, 0)
            _ = address.withPointer { connect(descriptor, $0, $1) }
            return descriptor
        }
        defer { for descriptor in waiting { close(descriptor) } }
        #expect(code { () throws(SocketError) in try ListeningSocket(path: path) } == .inUse)
    }

    @Test func `Files that are not sockets are left alone`() throws {
        let file = directory + "/file"
        try Data("precious".utf8).write(to: URL(filePath: file))
        let link = directory + "/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
        for path in [file, link, directory] {
            #expect(code { () throws(SocketError) in try ListeningSocket(path: path) } == .notASocket)
        }
        #expect(try Data(contentsOf: URL(filePath: file)) == Data("precious".utf8))
    }

    /// What another user can do in a shared directory between the binding of a socket and the change of its mode.
    @Test func `Only a socket is opened for everybody, not what was put in its place`() throws {
        let folder = open(directory, O_RDONLY | O_DIRECTORY)
        defer { close(folder) }
        let (secret, link, socket) = (directory + "/secret", directory + "/link", directory + "/s")
        try Data("precious".utf8).write(to: URL(filePath: secret))
        try #require(chmod(secret, 0o600) == 0 && symlink(secret, link) == 0)
        func mode(_ path: String) -> mode_t {
            var status = stat()
            return lstat(path, &status) == 0 ? status.st_mode & 0o777 : 0
        }
        for path in [secret, link, directory + "/nothing"] {
            #expect(!ListeningSocket.open(path, in: folder), "\(path)")
        }
        #expect(mode(secret) == 0o600)
        let listening = try ListeningSocket(path: socket)
        defer { close(listening.descriptor) }
        #expect(mode(socket) == 0o666)
    }

    @Test func `A directory that is being set up by another daemon is in use`() throws {
        let other = open(directory, O_RDONLY | O_DIRECTORY)
        defer { close(other) }
        try #require(flock(other, LOCK_EX | LOCK_NB) == 0)
        #expect(code { () throws(SocketError) in try ListeningSocket(path: directory + "/s") } == .inUse)
    }

    @Test func `Only the last directory is made`() throws {
        #expect(code { () throws(SocketError) in try ListeningSocket(path: directory + "/a/s") } == nil)
        #expect(
            code { () throws(SocketError) in try ListeningSocket(path: directory + "/b/c/s") } == .cannotCreate)
        let long = directory + "/" + String(repeating: "x", count: 108)
        for path in ["", long, directory + "/\u{0}s"] {
            #expect(code { () throws(SocketError) in try ListeningSocket(path: path) } == .invalidPath)
        }
        let longest = directory + "/" + String(repeating: "x", count: 107 - directory.utf8.count - 1)
        #expect(code { () throws(SocketError) in try ListeningSocket(path: longest) } == nil)
    }

    @Test func `The file is removed only while it is still ours`() throws {
        let path = directory + "/s"
        let listening = try ListeningSocket(path: path)
        defer { close(listening.descriptor) }
        // Another name keeps the socket's inode in use, so that what stands at the path next has another.
        try #require(link(path, directory + "/held") == 0 && unlink(path) == 0)
        try Data().write(to: URL(filePath: path))
        listening.removeFile()
        #expect(FileManager.default.fileExists(atPath: path))
        try #require(unlink(path) == 0 && link(directory + "/held", path) == 0)
        listening.removeFile()
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func `A passed socket is served and its file stays`() async throws {
        let path = directory + "/s"
        let passed = try ListeningSocket(path: path).descriptor
        let server = try SocketServer(
            configuration: SocketConfiguration(path: "/nowhere/s"),
            authority: DefaultAuthority(privilegedGroup: nil),
            service: SocketTestService(), sessions: try SocketTestServer.sessions(), passed: passed,
            logger: Logger(label: "test"))
        let run = Task { try await server.run() }
        let reply = try await LocdClient(socketPath: path, timeout: .seconds(300)).status()
        #expect(reply.receiver.state == .fix3D)
        run.cancel()
        try await run.value
        #expect(FileManager.default.fileExists(atPath: path))
    }

    @Test func `Passed descriptors must be listening sockets`() throws {
        var pair: [CInt] = [-1, -1]
        try #require(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &pair) == 0)
        defer { for descriptor in pair { close(descriptor) } }
        let datagram = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue), 0)
        let network = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        defer {
            close(datagram)
            close(network)
        }
        for descriptor in [pair[0], datagram, network, -1, 1_000_000] {
            #expect(code { () throws(SocketError) in try ListeningSocket(passed: descriptor) } == .notListening)
        }
    }

    @Test(
        arguments: [
            ([:], nil), (["LISTEN_PID": "42", "LISTEN_FDS": "1"], 3), (["LISTEN_PID": "41", "LISTEN_FDS": "1"], nil),
            (["LISTEN_PID": "42"], nil), (["LISTEN_PID": "42", "LISTEN_FDS": "0"], nil),
            (["LISTEN_PID": "42", "LISTEN_FDS": "-1"], nil), (["LISTEN_PID": "42", "LISTEN_FDS": "99999999999"], nil),
            (["LISTEN_PID": "x", "LISTEN_FDS": "x"], nil),
            (["LISTEN_PID": "42", "LISTEN_FDS": "3", "LISTEN_FDNAMES": "a:varlink:b"], 4),
            (["LISTEN_PID": "42", "LISTEN_FDS": "2", "LISTEN_FDNAMES": ":locd.socket"], 4),
            (["LISTEN_PID": "42", "LISTEN_FDS": "2", "LISTEN_FDNAMES": "a:b:varlink"], 3),
        ] as [([String: String], CInt?)])
    func `The socket that systemd passed is found`(_ environment: [String: String], _ descriptor: CInt?) {
        let sockets = ActivationSockets(environment: environment, process: 42) { _ in false }
        #expect(sockets.descriptor == descriptor)
    }

    @Test func `A socket of TCP is for other protocols`() {
        let environment = ["LISTEN_PID": "42", "LISTEN_FDS": "3"]
        #expect(ActivationSockets(environment: environment, process: 42) { $0 < 5 }.descriptor == 5)
        #expect(ActivationSockets(environment: environment, process: 42) { _ in true }.descriptor == nil)
    }

    /// No machine has an address of the documentation's network. Its directory is not to blame.
    @Test func `A socket of TCP is refused with a remedy of its own`() throws {
        let error = #expect(throws: SocketError.self) {
            try ListeningSocket(host: "192.0.2.1", port: 10_110, key: "sharing.nmea")
        }
        let sentence = try #require(error).description
        #expect(sentence.contains("tcp://192.0.2.1:10110") && sentence.contains("an address of this machine"))
        #expect(!sentence.contains("directory"))
    }

    @Test(arguments: ["127.0.0.1", "::1"]) func `A socket of TCP is found by its address, and stays for the next one`(
        _ host: String
    ) throws {
        // Any port that is free: what is passed is bound already.
        var found: (ListeningSocket, UInt16)?
        for port in [UInt16(47_101), 47_203, 47_305] where found == nil {
            found = (try? ListeningSocket(host: host, port: port, key: "test")).map { ($0, port) }
        }
        let passed = try #require(found)
        defer { close(passed.0.descriptor) }
        let count = passed.0.descriptor - PassedSockets.firstDescriptor + 1
        let sockets = ActivationSockets(environment: ["LISTEN_PID": "42", "LISTEN_FDS": "\(count)"], process: 42) { _ in
            true
        }
        #expect(sockets.listener(host: host, port: passed.1) == passed.0.descriptor)
        #expect(sockets.listener(host: "0.0.0.0", port: passed.1) == nil)
        #expect(sockets.listener(host: host, port: passed.1 + 1) == nil)
        let shared = try ListeningSocket(sharing: passed.0.descriptor, key: "test")
        #expect(shared.descriptor != passed.0.descriptor && fcntl(shared.descriptor, F_GETFD) == FD_CLOEXEC)
        close(shared.descriptor)
        #expect(sockets.listener(host: host, port: passed.1) == passed.0.descriptor)
    }
}
