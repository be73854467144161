import LocdConfiguration
import Testing
import TrackTools

@testable import Web

/// Which requests are considered at all.
struct RequestTests {
    private let rules = RequestRules(hosts: ["van.example.org"], listen: WebAddress("192.168.1.5:8947"))

    private func request(
        _ method: String = "GET", _ target: String = "/api/session", host: String? = "127.0.0.1:8947",
        _ headers: [String: String] = [:]
    ) -> WebRequest {
        WebRequest(
            method: method, target: target, host: host, headers: headers,
            remote: WebRequest.Remote(isLoopback: true, address: "127.0.0.1") { nil })
    }

    @Test(arguments: [
        "127.0.0.1:8947", "localhost", "LOCALHOST:1", "[::1]:8947", "van.example.org", "van.example.org:443",
        "192.168.1.5",
    ])
    func `Own names are served`(_ host: String) {
        #expect(rules.refusal(of: request(host: host)) == nil)
    }

    @Test(arguments: [
        nil, "", "evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "127.0.0.2", "0.0.0.0:8947",
        "van.example.org.", "evil@localhost", "localhost:8947:1", "[::1]x", "[::1", "localhost:a", "192.168.1.50",
    ])
    func `A name that somebody pointed here is not`(_ host: String?) {
        #expect(rules.refusal(of: request(host: host))?.status == 421)
    }

    @Test(arguments: ["evil.example", "127.0.0.1:8947", ""]) func `Two names in one request are refused`(
        _ second: String
    ) {
        #expect(rules.refusal(of: request("GET", [("host", second)]))?.status == 400)
    }

    @Test func `A page of another origin may not ask`() {
        for origin in [
            "https://evil.example", "null", "http://127.0.0.1:8948", "http://127.0.0.1", "file://", "127.0.0.1:8947",
        ] {
            #expect(rules.refusal(of: request("POST", [("origin", origin)]))?.status == 403, "\(origin)")
            #expect(rules.refusal(of: request("GET", [("origin", origin)]))?.status == 403, "\(origin)")
        }
        guard case .bytes(let bytes)? = rules.refusal(of: request("POST", [("origin", "https://127.0.0.1:8443")]))?.body
        else {
            Issue.record("not refused")
            return
        }
        let words = String(decoding: bytes, as: UTF8.self)
        #expect(words.contains("127.0.0.1:8443") && words.contains("127.0.0.1:8947"))
        #expect(rules.refusal(of: request("POST", [("origin", "http://127.0.0.1:8947")])) == nil)
        #expect(rules.refusal(of: request("GET", [("sec-fetch-site", "cross-site")]))?.status == 403)
        #expect(rules.refusal(of: request("GET", [("sec-fetch-site", "same-site")]))?.status == 403)
        #expect(rules.refusal(of: request("GET", [("sec-fetch-site", "same-origin")])) == nil)
    }

    private func request(_ method: String, _ headers: [(String, String)]) -> WebRequest {
        request(method, "/api/session", Dictionary(uniqueKeysWithValues: headers))
    }

    private func request(_ method: String, _ target: String, _ headers: [String: String]) -> WebRequest {
        request(method, target, host: "127.0.0.1:8947", headers)
    }

    @Test func `A change names the page that asks for it`() {
        #expect(rules.refusal(of: request("POST"))?.status == 403)
        #expect(rules.refusal(of: request("DELETE"))?.status == 403)
        #expect(rules.refusal(of: request("PUT"))?.status == 405)
    }

    @Test func `A link elsewhere may open the page and nothing else`() {
        let headers = ["sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"]
        #expect(rules.refusal(of: request("GET", "/", headers)) == nil)
        #expect(rules.refusal(of: request("GET", "/api/tracks/2026-11-21", headers))?.status == 403)
    }

    @Test func `Queries are bounded and decoded once`() throws {
        let items = try #require(QueryItems("time=2026-11-21T12%3A03%3A00Z&zoom=5&name=a+b%2520"))
        #expect(items["time"] == "2026-11-21T12:03:00Z")
        #expect(items["name"] == "a b%20")
        for bad in ["a=%", "a=%f", "a=%zz", "a=%ff", "a=%00", "a=1&a=2", "=1", String(repeating: "a", count: 3000)] {
            #expect(QueryItems(bad) == nil, "\(bad.prefix(20))")
        }
        #expect(QueryItems((0..<17).map { "a\($0)=1" }.joined(separator: "&")) == nil)
    }

    @Test(arguments: [
        "2026-02-30", "2026-1-1", "2026-11-21..2026-11-20", "2020-01-01..2026-01-01", "..", "2026-11-21..", "../x", "",
    ])
    func `What is no day is refused`(_ text: String) {
        #expect(DayRange(text) == nil)
    }

    @Test func `Addresses are numbers with a port`() {
        #expect(WebAddress("localhost:8947")?.host == "127.0.0.1")
        #expect(WebAddress("[::1]:0")?.isLoopback == true)
        #expect(WebAddress("127.9.9.9:80")?.isLoopback == true)
        #expect(WebAddress("0.0.0.0:80")?.isLoopback == false)
        #expect(WebAddress("[::ffff:127.0.0.1]:80")?.isLoopback == false)
        for bad in [
            "8947", "127.0.0.1", "127.0.0.1:", "127.0.0.1:99999", "::1:80", "[127.0.0.1]:80", "example.org:80",
            "[::1]80", "127.0.0.1:+1",
        ] {
            #expect(WebAddress(bad) == nil, "\(bad)")
        }
    }
}
