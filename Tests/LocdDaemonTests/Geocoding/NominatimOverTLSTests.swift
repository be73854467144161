import LocationModel
import NIOCore
import NIOPosix
import NIOSSL
import Testing

@testable import LocdDaemon

/// Who is asked over TLS, and who is told nothing. Where a server is refused it must not have got the question.
@Suite(
    .timeLimit(.minutes(5)),
    .enabled(if: TestAuthority.openssl != nil, "openssl is not installed: packaging/deps --ci"))
struct NominatimOverTLSTests {
    private static let bern = Coordinate(latitude: 46.948, longitude: 7.4474)
    private static let answer = #"{"lat":"46.9465","lon":"7.4445","address":{"road":"Bundesplatz"}}"#

    private func server(
        _ port: Int, _ roots: NIOSSLTrustRoots, host: String = "localhost", scheme: String = "https",
        timeout: Duration = .seconds(60)
    ) throws -> NominatimServer {
        NominatimServer(
            address: try GeocodingServer(parsing: "\(scheme)://\(host):\(port)"), userAgent: "test/1", timeout: timeout,
            trust: ServerTrust(roots: roots))
    }

    /// Why a server is not believed.
    private func failure(_ server: NominatimServer) async throws -> NominatimServer.Failure {
        do {
            let found = try await server.placemarks(at: Self.bern, locale: nil)
            throw Unexpected(words: "it is believed: \(found)")
        } catch let failure as NominatimServer.Failure {
            return failure
        }
    }

    private struct Unexpected: Error { let words: String }

    @Test(arguments: [("DNS:localhost", "localhost"), ("IP:127.0.0.1", "127.0.0.1")])
    func whoShowsACertificateForItsNameIsAsked(_ name: String, _ host: String) async throws {
        let authority = try await TestAuthority()
        let context = try await authority.context(for: name)
        let roots = try authority.roots
        try await AddressServer.with(.json(Self.answer), over: context) { server, port in
            let found = try await self.server(port, roots, host: host).placemarks(at: Self.bern, locale: nil)
            #expect(found.first?.thoroughfare == "Bundesplatz")
            #expect(server.asked.first?.headers["Host"] == "\(host):\(port)")
        }
    }

    @Test(arguments: [("DNS:example.org", "localhost"), ("DNS:localhost", "127.0.0.1")])
    func whoShowsACertificateForAnotherNameIsAskedNothing(_ name: String, _ host: String) async throws {
        let authority = try await TestAuthority()
        let context = try await authority.context(for: name)
        let roots = try authority.roots
        try await AddressServer.with(.json(Self.answer), over: context) { server, port in
            let failure = try await failure(self.server(port, roots, host: host))
            #expect(failure == .wrongName(host))
            #expect(server.asked.isEmpty)
        }
    }

    @Test func whomNobodyTrustedVouchesForIsAskedNothing() async throws {
        let authority = try await TestAuthority()
        let other = try await TestAuthority()
        let context = try await other.context(for: "DNS:localhost")
        let roots = try authority.roots
        try await AddressServer.with(.json(Self.answer), over: context) { server, port in
            let failure = try await failure(self.server(port, roots))
            #expect(failure == .untrusted)
            // Neither do the authorities of this machine vouch for it, if it has any.
            let words = try await self.failure(self.server(port, .default)).description
            #expect(words.contains("ca-certificates"), "\(words)")
            #expect(server.asked.isEmpty)
        }
    }

    @Test func whoseCertificateHasEndedIsAskedNothing() async throws {
        let authority = try await TestAuthority()
        let context = try await authority.context(for: "DNS:localhost", until: 2021)
        let roots = try authority.roots
        try await AddressServer.with(.json(Self.answer), over: context) { server, port in
            let failure = try await failure(self.server(port, roots))
            guard case .expired(1_609_459_200, let now) = failure else {
                Issue.record("\(failure)")
                return
            }
            #expect(now > 1_609_459_200 && failure.description.contains("ended on 2021-01-01"))
            #expect(server.asked.isEmpty)
        }
    }

    @Test func aServerThatSaysNothingInTheHandshakeIsGivenUpInTime() async throws {
        let authority = try await TestAuthority()
        let roots = try authority.roots
        // It takes connections, and never says a word.
        let silent = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .bind(host: "127.0.0.1", port: 0).get()
        let port = try #require(silent.localAddress?.port)
        let failure = try await failure(self.server(port, roots, timeout: .milliseconds(300)))
        #expect(failure == .tooLate)
        try await silent.close()
    }

    @Test func aServerThatAnswersTooLateOverTLSIsGivenUpInTime() async throws {
        let authority = try await TestAuthority()
        let context = try await authority.context(for: "DNS:localhost")
        let roots = try authority.roots
        try await AddressServer.with(.silence, over: context) { _, port in
            let failure = try await failure(self.server(port, roots, timeout: .seconds(2)))
            #expect(failure == .tooLate)
        }
    }

    @Test func whereNobodySpeaksTLSTheWordsSaySo() async throws {
        let authority = try await TestAuthority()
        let roots = try authority.roots
        try await AddressServer.with(.json(Self.answer)) { server, port in
            let failure = try await failure(self.server(port, roots))
            #expect(failure == .noTLS("WRONG_VERSION_NUMBER"))
            #expect(server.asked.isEmpty)
        }
    }

    @Test(arguments: [
        ("https://other.example/nominatim/reverse?lat=46.948&lon=7.4474", "https://other.example"),
        ("https://other.example:8443", "https://other.example:8443"), ("/elsewhere?lat=46.948", nil), ("", nil),
    ])
    func aMoveIsToldAndNotFollowed(_ location: String, _ told: String?) async throws {
        try await AddressServer.with(.moved(301, to: location)) { server, port in
            let failure = try await failure(self.server(port, .default, scheme: "http"))
            #expect(failure == .status(301, movedTo: told))
            // Where it points holds what was asked, and that is nobody's business in a log.
            #expect(!failure.description.contains("46.948"))
            #expect(server.asked.count == 1)
        }
    }

    @Test(arguments: [
        "https://\u{1B}[2J/", "https://a b/", "javascript:46.948", "https://me@there/", "https:///", "//there/",
    ])
    func aMoveToNoServerIsNotTold(_ location: String) {
        #expect(NominatimServer.Failure(status: 308, location: location) == .status(308, movedTo: nil))
    }

    @Test func theFaultOfAChainIsItsWorstCertificate() {
        let now: Int64 = 1_795_000_000
        #expect(
            ServerTrust.fault(of: [(now - 9, now + 9), (now - 9, now - 1)], now: now) == .expired(at: now - 1, now: now)
        )
        #expect(
            ServerTrust.fault(of: [(now + 5, now + 9), (now - 9, now + 9)], now: now)
                == .notYetValid(from: now + 5, now: now))
        #expect(ServerTrust.fault(of: [(now - 9, now + 9)], now: now) == .untrusted)
        #expect(ServerTrust.fault(of: [], now: now) == .untrusted)
        // A box that has lost its clock: what is wrong is the clock, and both days are told.
        let words = NominatimServer.Failure.notYetValid(from: now, now: 0).description
        #expect(words.contains("2026-11-18") && words.contains("1970-01-01"), "\(words)")
    }
}
