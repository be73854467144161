import LocationModel
import LocdClient
import LocdProtocol
import Testing

/// A client that reconnects, at a server that gives it nothing.
@Suite(.timeLimit(.minutes(5))) struct RefusedStreamTests {
    @Test func refusedCallsAreNotRetried() async throws {
        try await SocketTestServer.with(policy: FixedAuthority(Authorization(.denied))) { path in
            let client = LocdClient(socketPath: path, timeout: .seconds(60))
            var updates = client.updates(reconnection: Reconnection(first: .zero, longest: .zero)).makeAsyncIterator()
            let error = await #expect(throws: LocdClientError.self) { _ = try await updates.next() }
            #expect(error?.code == .refused(.notAuthorized(.denied)))
        }
    }
}
