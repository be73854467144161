import Glibc
import LocdTestSupport
import SystemSupport
import Testing

/// A broker on the loopback that lets one client in, and then sends the same bytes again and again.
final class FakeBroker: Sendable {
    let port: UInt16
    private let listener: Int32

    /// `flood`: what it sends without end; empty for nothing.
    init(sending flood: [UInt8] = []) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        self.listener = listener
        try #require(LoopbackAddress().withPointer { bind(listener, $0, $1) } == 0 && listen(listener, 1) == 0)
        port = LoopbackAddress.port(of: listener)
        _ = try ExecutorThread(named: "broker").run {
            let connection = accept(listener, nil, nil)
            guard connection >= 0 else { return }
            var bytes = [UInt8](repeating: 0, count: 4096)
            _ = recv(connection, &bytes, bytes.count, 0)
            let accepted: [UInt8] = [0x20, 2, 0, 0]
            _ = send(connection, accepted, accepted.count, Int32(MSG_NOSIGNAL))
            if flood.isEmpty {
                while recv(connection, &bytes, bytes.count, 0) > 0 {}
            } else {
                while send(connection, flood, flood.count, Int32(MSG_NOSIGNAL)) > 0 {}
            }
            close(connection)
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }
}
