import LocdClient
import LocdProtocol
import Testing

@Suite struct LocdClientTests {
    @Test(arguments: ["/nonexistent/locd.sock", "/dev/null", "/", "", String(repeating: "x", count: 200), "a\u{0}b"])
    func `Without a listener the error names the remedy`(_ path: String) async throws {
        let error = await #expect(throws: LocdClientError.self) {
            try await LocdClient(socketPath: path).status()
        }
        let found = try #require(error)
        #expect(found.code == .notReachable)
        #expect(found.socketPath == path)
        // It may run without its socket file, and then `start` does nothing.
        #expect(found.remedy.contains("systemctl restart locd"))
        #expect(!found.description.contains("Error"))
    }

    @Test func `The environment names the socket`() {
        #expect(LocdClient.socketPath(environment: [:]) == "/run/locd/locd.sock")
        #expect(LocdClient.socketPath(environment: ["LOCD_SOCKET": ""]) == "/run/locd/locd.sock")
        #expect(LocdClient.socketPath(environment: ["LOCD_SOCKET": "/tmp/x"]) == "/tmp/x")
    }
}
