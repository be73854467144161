import FoundationEssentials
import GeocodeProtocol
import LocationModel
import NIOCore
import NIOPosix
import Testing

@testable import LocdDaemon

/// What the daemon says if locd-geocode is not there, or hangs.
@Suite(.timeLimit(.minutes(15))) struct GeocodeHelperTests {
    private static let request = GeocodeRequest(
        server: "https://nominatim.example.org", userAgent: "test/1", timeout: 0.1, locale: nil,
        question: .address("Bern", near: nil))

    private func failure(_ helper: GeocodeHelper, patience: Duration = .seconds(60)) async throws -> GeocodeFailure {
        try await #require(throws: GeocodeFailure.self) {
            _ = try await helper.placemarks(Self.request, patience: patience)
        }
    }

    @Test func `A missing socket says what to do`() async throws {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let path = "/nowhere/locd-geocode.sock"
        let failure = try await failure(GeocodeHelper(socketPath: path, loop: group.next()))
        #expect(failure.code == .noHelper)
        #expect(failure.message == "cannot reach locd-geocode at \(path): no such socket")
        #expect(failure.remedy?.contains("systemctl enable --now locd-geocode.socket") == true)
        try await group.shutdownGracefully()
    }

    @Test func `A file that is no socket is no helper`() async throws {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let failure = try await failure(GeocodeHelper(socketPath: "/etc/passwd", loop: group.next()))
        #expect(failure.code == .noHelper && failure.message.contains("nothing is listening"))
        try await group.shutdownGracefully()
    }

    @Test func `Without an event loop there is no helper`() async throws {
        #expect(try await failure(GeocodeHelper(socketPath: "/run/x", loop: nil)).code == .noHelper)
    }

    @Test func `A helper that says nothing is given up in time`() async throws {
        try await ScriptedHelper.with(.silence) { scripted in
            let helper = GeocodeHelper(socketPath: scripted.path, loop: scripted.loop)
            let failure = try await failure(helper, patience: .milliseconds(100))
            #expect(failure.code == .timedOut)
        }
    }

    @Test func `An error of the helper is passed on`() async throws {
        let expected = GeocodeFailure(.untrusted, "no authority", remedy: "apt install ca-certificates")
        try await ScriptedHelper.with(.error(expected)) { scripted in
            let failure = try await failure(GeocodeHelper(socketPath: scripted.path, loop: scripted.loop))
            #expect(failure == expected)
        }
    }

    @Test(arguments: [("", "empty"), ("x\n", "invalid"), (#"{"placemarks":[]}"#, "invalid")])
    func `A reply that is none is refused`(_ reply: String, _ words: String) async throws {
        try await ScriptedHelper.with(.raw(reply)) { scripted in
            let failure = try await failure(GeocodeHelper(socketPath: scripted.path, loop: scripted.loop))
            #expect(failure.code == .badReply && failure.message.contains(words), "\(failure)")
        }
    }
}
