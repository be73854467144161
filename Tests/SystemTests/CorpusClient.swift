import Glibc

/// A plain client of gpsd, without libgps: it tells when gpsd is ready and when it has caught up.
final class CorpusClient {
    private let descriptor: Int32
    private var text = ""

    /// A connection to a port of the loopback; `nil` where nobody listens yet.
    init?(port: UInt16) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        let result = Self.withLoopback(port) { connect(descriptor, $0, $1) }
        guard result == 0, fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0 else { return nil }
    }

    deinit {
        close(descriptor)
    }

    /// Sends a request.
    func ask(_ request: String) {
        _ = send(descriptor, request, request.utf8.count, Int32(MSG_NOSIGNAL))
    }

    /// How often gpsd has said something since the beginning, of what it is asked about here.
    func count(of word: String) -> Int {
        var part = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = recv(descriptor, &part, part.count, 0)
            guard count > 0 else { break }
            // Reports are not what this client is here for.
            text += String(decoding: part[..<count], as: UTF8.self)
        }
        return text.ranges(of: word).count
    }

    /// A port that nobody listens on at the moment.
    static func freePort() -> UInt16? {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        guard withLoopback(0, { bind(descriptor, $0, $1) }) == 0 else { return nil }
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
        }
        return result == 0 ? UInt16(bigEndian: address.sin_port) : nil
    }

    private static func withLoopback(_ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
        }
    }
}
