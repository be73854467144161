import Glibc
import LocdTestSupport
import SystemSupport
import Testing

@testable import LocdLog

@Suite struct JournalSocketTests {
    @Test func `An entry is one datagram, and a value of several lines has its length`() async throws {
        try await TemporaryDirectory.with { directory in
            let path = "\(directory)/journal"
            let address = try #require(UnixAddress(path))
            let descriptor = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue) | O_NONBLOCK, 0)
            defer { close(descriptor) }
            try #require(address.withPointer { bind(descriptor, $0, $1) } == 0)
            #expect(
                JournalSocket(path: path).send([
                    .init(name: "MESSAGE", value: "a=b"), .init(name: "LOCD_TEXT", value: "one\ntwo"),
                ]))
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = recv(descriptor, &buffer, buffer.count, CInt(MSG_DONTWAIT))
            #expect(
                Array(buffer.prefix(max(0, count)))
                    == Array("MESSAGE=a=b\nLOCD_TEXT\n".utf8) + [7, 0, 0, 0, 0, 0, 0, 0] + Array("one\ntwo\n".utf8))
        }
    }

    @Test func `Without a listener nothing is connected`() async throws {
        try await TemporaryDirectory.with { directory in
            #expect(!JournalSocket(path: "\(directory)/nobody").send([.init(name: "MESSAGE", value: "x")]))
        }
    }

    @Test(arguments: [
        ("uid", "LOCD_UID"), ("receiver-state 2", "LOCD_RECEIVER_STATE_2"), ("a.b", "LOCD_A_B"),
        ("größe", "LOCD_GR_SSE"),
        (String(repeating: "x", count: 80), "LOCD_" + String(repeating: "X", count: 59)),
    ])
    func `Fields have names that the journal takes`(_ key: String, _ name: String) {
        #expect(JournalSocket.name(of: key) == name)
    }

    @Test func `Standard error is the journal's only where it is that very file`() throws {
        var status = stat()
        try #require(fstat(STDERR_FILENO, &status) == 0)
        let own = "\(status.st_dev):\(status.st_ino)"
        #expect(JournalSocket.isStandardError(environment: ["JOURNAL_STREAM": own]))
        for other in ["", "8:1", "\(status.st_dev):\(status.st_ino + 1)", "x", "\(own):1"] {
            #expect(!JournalSocket.isStandardError(environment: ["JOURNAL_STREAM": other]), "\(other)")
        }
        #expect(!JournalSocket.isStandardError(environment: [:]))
    }
}
