import GeocodeProtocol
import LocationModel
import Testing

@testable import Nominatim

/// Who is asked over TLS. A server that is refused must not have got the question.
@Suite(
    .timeLimit(.minutes(15)), .enabled(if: TestAuthority.openssl != nil, "openssl is not installed: Scripts/deps --ci"))
struct NominatimOverTLSTests {
    @Test(arguments: [("DNS:localhost", "localhost"), ("IP:127.0.0.1", "127.0.0.1")])
    func `A server with a certificate for its name is asked`(_ name: String, _ host: String) async throws {
        let authority = try await TestAuthority()
        let certificate = try await authority.certificate(for: name)
        let asked = try await AddressServer.with(.json(Questions.answer), certificate: certificate) { port in
            let found = try await Questions(server: "https://\(host):\(port)", authorities: authority.file).ask()
            #expect(found.first?.thoroughfare == "Bundesplatz")
        }
        #expect(asked.first?.headers["Host"]?.hasPrefix("\(host):") == true)
    }

    /// Another name in its certificate than the host's, or other years than this one.
    @Test(
        arguments: [
            ("DNS:example.org", 2020..<2099, "localhost", .wrongName, "its certificate is not for localhost"),
            ("DNS:localhost", 2020..<2099, "127.0.0.1", .wrongName, "its certificate is not for 127.0.0.1"),
            ("DNS:localhost", 2020..<2021, "localhost", .expired, "expired on 2021-01-01"),
            ("DNS:localhost", 2098..<2099, "localhost", .notYetValid, "before 2098-01-01"),
        ] as [(String, Range<Int>, String, GeocodeFailure.Code, String)])
    func `A server with a certificate for another name or time is not asked`(
        name: String, years: Range<Int>, host: String, code: GeocodeFailure.Code, words: String
    ) async throws {
        let authority = try await TestAuthority()
        let certificate = try await authority.certificate(for: name, from: years.lowerBound, until: years.upperBound)
        let asked = try await AddressServer.with(.json(Questions.answer), certificate: certificate) { port in
            let failure = try await Questions(server: "https://\(host):\(port)", authorities: authority.file).failure()
            #expect(failure.code == code && failure.message.contains(words), "\(failure)")
        }
        #expect(asked.isEmpty)
    }

    @Test func `A server of another authority is not asked`() async throws {
        let authority = try await TestAuthority()
        let other = try await TestAuthority()
        let certificate = try await other.certificate(for: "DNS:localhost")
        let asked = try await AddressServer.with(.json(Questions.answer), certificate: certificate) { port in
            let questions = Questions(server: "https://localhost:\(port)", authorities: authority.file)
            let failure = try await questions.failure()
            #expect(failure == .untrusted)
            // Neither do the authorities of this machine know it, if it has any.
            let other = try await Questions(server: "https://localhost:\(port)").failure()
            #expect([.untrusted, .noAuthorities].contains(other.code), "\(other)")
            #expect(other.description.contains("ca-certificates"), "\(other)")
        }
        #expect(asked.isEmpty)
    }

    @Test func `Authorities that are not there are named`() async throws {
        let authority = try await TestAuthority()
        let certificate = try await authority.certificate(for: "DNS:localhost")
        let asked = try await AddressServer.with(.json(Questions.answer), certificate: certificate) { port in
            let questions = Questions(server: "https://localhost:\(port)", authorities: "/nowhere/authorities.pem")
            let failure = try await questions.failure()
            #expect(failure == .noAuthorities)
        }
        #expect(asked.isEmpty)
    }

    @Test func `A server that says nothing in the handshake is given up in time`() async throws {
        let authority = try await TestAuthority()
        try await AddressServer.with(.deaf) { port in
            let questions = Questions(
                server: "https://localhost:\(port)", authorities: authority.file, timeout: 0.3)
            let failure = try await questions.failure()
            #expect(failure == .timedOut)
        }
    }

    @Test func `A server that answers too late over TLS is given up in time`() async throws {
        let authority = try await TestAuthority()
        let certificate = try await authority.certificate(for: "DNS:localhost")
        try await AddressServer.with(.silence, certificate: certificate) { port in
            let questions = Questions(server: "https://localhost:\(port)", authorities: authority.file, timeout: 2)
            let failure = try await questions.failure()
            #expect(failure == .timedOut)
        }
    }

    @Test func `A server that speaks no TLS is reported as that`() async throws {
        let authority = try await TestAuthority()
        let asked = try await AddressServer.with(.json(Questions.answer)) { port in
            let failure = try await Questions(server: "https://localhost:\(port)", authorities: authority.file)
                .failure()
            #expect(failure == GeocodeFailure(.noTLS, "TLS failed: wrong version number"))
        }
        #expect(asked.isEmpty)
    }
}
