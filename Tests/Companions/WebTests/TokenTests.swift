import LocdConfiguration
import LocdTestSupport
import Phrasing
import Testing

@testable import Web

/// Who enters with a token.
struct TokenTests {
    private static let random = (0..<32).map { UInt8($0) }

    @Test func `Tokens that are made at once are all there`() async throws {
        let directory = TemporaryDirectory()
        let path = directory.path + "/tokens"
        try await withThrowingTaskGroup { group in
            for number in 0..<40 {
                group.addTask { _ = try TokenFile.add(name: "phone\(number)", accuracy: .full, to: path) }
            }
            try await group.waitForAll()
        }
        #expect(TokenFile(path: path).book.entries.count == 40)
    }

    @Test func `The file has hashes and no token`() throws {
        var book = TokenBook()
        let tokenMade = book.add(name: "phone", accuracy: .reduced, random: Self.random)
        let token = try #require(tokenMade)
        let text = String(decoding: book.bytes, as: UTF8.self)
        #expect(!text.contains(token.dropFirst(5)))
        let again = try TokenBook(book.bytes)
        #expect(again == book)
        #expect(again.entry(of: token)?.name == "phone")
        #expect(again.entry(of: token)?.accuracy == .reduced)
    }

    @Test func `A token that is off by one character is none`() throws {
        var book = TokenBook()
        let tokenMade = book.add(name: "phone", accuracy: .full, random: Self.random)
        let token = try #require(tokenMade)
        for index in token.indices {
            var wrong = token
            wrong.replaceSubrange(index...index, with: token[index] == "0" ? "1" : "0")
            #expect(book.entry(of: wrong) == nil)
        }
        #expect(book.entry(of: "") == nil)
        #expect(book.entry(of: token + "0") == nil)
    }

    @Test func `Another token of the name replaces the first`() throws {
        var book = TokenBook()
        let firstMade = book.add(name: "phone", accuracy: .full, random: Self.random)
        let first = try #require(firstMade)
        let secondMade = book.add(name: "phone", accuracy: .full, random: Self.random.reversed())
        let second = try #require(secondMade)
        #expect(book.entry(of: first) == nil)
        #expect(book.entry(of: second) != nil)
        #expect(book.add(name: "two words", accuracy: .full, random: Self.random) == nil)
    }

    @Test(arguments: [
        "phone full", "phone all \(String(repeating: "a", count: 64))",
        "phone full \(String(repeating: "g", count: 64))", "a/b full \(String(repeating: "a", count: 64))",
    ])
    func `A file with a line that cannot be read is refused`(_ line: String) {
        #expect(throws: TokenBook.Fault.self) { try TokenBook(Array("# tokens\n\(line)\n".utf8)) }
    }

    @Test func `A sign-in ends with its token`() throws {
        let clock = ManualClock()
        let signIns = SignIns(clock: clock.clock)
        var book = TokenBook()
        _ = book.add(name: "phone", accuracy: .full, random: Self.random)
        let value = signIns.add(book.entries[0])
        #expect(signIns.entry(of: value, in: book)?.name == "phone")
        #expect(signIns.entry(of: String(value.reversed()), in: book) == nil)
        #expect(signIns.entry(of: value, in: TokenBook()) == nil)
        #expect(signIns.entry(of: value, in: book)?.name == "phone", "the file was unreadable for a moment")
        var renewed = TokenBook()
        _ = renewed.add(name: "phone", accuracy: .full, random: Self.random.reversed())
        #expect(signIns.entry(of: value, in: renewed) == nil)

        let other = signIns.add(book.entries[0])
        clock.advance(by: .seconds(31 * 86_400))
        #expect(signIns.entry(of: other, in: book) == nil, "and ends by itself")
    }

    @Test func `Wrong tokens are counted`() {
        let clock = ManualClock()
        let limiter = AttemptLimiter(clock: clock.clock)
        for _ in 0..<5 {
            #expect(limiter.mayTry("a"))
            limiter.failed("a")
        }
        #expect(!limiter.mayTry("a"))
        #expect(limiter.mayTry("b"))
        clock.advance(by: .seconds(10))
        #expect(limiter.mayTry("a"))
        for number in 0..<60 { limiter.failed("\(number)") }
        #expect(!limiter.mayTry("new"), "all together there are fifty")
    }

    @Test func `The cookie is found among others`() {
        #expect(SignIns.value(in: "a=b; __Host-locd=abc; c=d") == "abc")
        #expect(SignIns.value(in: "x__Host-locd=abc") == nil)
        #expect(SignIns.value(in: nil) == nil)
    }

    @Test func `The network needs tokens`() throws {
        #expect(throws: ConfigurationError.self) {
            try WebConfiguration.read(Array("listen: 0.0.0.0:8947\n".utf8), name: "web.yaml")
        }
        let open = try WebConfiguration.read(
            Array(
                "listen: 0.0.0.0:8947\ntokens: /etc/locd/web.tokens\nhosts: [Van.example.org]\nunits: nautical\ntiles: http://127.0.0.1:8080/{z}/{x}/{y}.png\n"
                    .utf8),
            name: "web.yaml")
        #expect(open.hosts == ["van.example.org"])
        #expect(open.units == .nautical)
        #expect(open.tiles == TileServer("http://127.0.0.1:8080/{z}/{x}/{y}.png").map(TileSource.server))
        let file = try WebConfiguration.read(Array("tiles: /srv/maps/coast.mbtiles\n".utf8), name: "web.yaml")
        #expect(file.tiles == .file(path: "/srv/maps/coast.mbtiles"))
        for wrong in [
            "hosts: van", "hosts: [https://van]", "listen: van:1", "token: x", "units: feet", "tracks: relative",
            "a: [", "tiles: https://a b/{z}/{x}/{y}", "tiles: https://a;b/{z}/{x}/{y}", "tiles: ftp://a/{z}/{x}/{y}",
            "tiles: https://a/{z}/{x}", "tiles: coast.mbtiles", "tiles: https://*/{z}/{x}/{y}",
            "tiles: https://a:+1/{z}/{x}/{y}",
            "listen: 127.0.0.1:1\nlisten: 127.0.0.1:2",
        ] {
            #expect(throws: ConfigurationError.self, "\(wrong)") {
                try WebConfiguration.read(Array(wrong.utf8), name: "web.yaml")
            }
        }
    }
}
