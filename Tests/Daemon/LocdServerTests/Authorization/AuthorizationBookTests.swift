import LocationModel
import LocdConfiguration
import LocdProtocol
import Testing

@testable import LocdServer

/// What is decided, without anybody who asks, keeps or logs; the rest is in `ClientAuthorityTests`.
@Suite struct AuthorizationBookTests {
    private var book = AuthorizationBook(
        defaults: DefaultAuthority(daemonUser: 990, privilegedGroup: 991), policy: ClientPolicy(), resuming: [])
    private let owner = ClientOwner(user: 1000, unit: "map.service")
    private let undecided = Authorization(.notDetermined)

    private func peer(_ user: UInt32) -> Peer { Peer(user: user, group: user, process: 7, supplementaryGroups: []) }

    private func client(_ user: UInt32, _ unit: String? = nil) -> ClientIdentity {
        ClientIdentity(user: user, unit: unit, label: nil)
    }

    @Test mutating func `An answer is a change, and is kept`() throws {
        let opened = book.open(.always, for: owner, current: undecided, at: .zero)
        let (asked, question) = try #require(opened)
        #expect(asked == owner && question == .always)
        #expect(book.records.isEmpty && book.reports.map(\.request) == [.always])
        let change = book.answer(.init(word: .authorizedAlways), to: question, of: asked, at: .zero)
        #expect(change.isOne && change.before.status == .notDetermined && change.after == .everything)
        #expect(book.verdict(on: owner, at: peer(1000)).authorization == .everything)
        let again = AuthorizationBook(defaults: book.defaults, policy: ClientPolicy(), resuming: book.records)
        #expect(again.verdict(on: owner, at: peer(1000)).authorization == .everything)
    }

    @Test mutating func `Without an answer nothing changes, and it is asked again later`() throws {
        let opened = book.open(.whenInUse, for: owner, current: undecided, at: .zero)
        let (asked, question) = try #require(opened)
        let change = book.answer(nil, to: question, of: asked, at: .seconds(5))
        #expect(!change.isOne)
        let pause = AuthorizationBook.pause
        let early = book.open(.whenInUse, for: owner, current: undecided, at: .seconds(4) + pause)
        let later = book.open(.whenInUse, for: owner, current: undecided, at: .seconds(5) + pause)
        #expect(early?.question == nil && later?.question == .whenInUse)
    }

    @Test mutating func `A question that nobody was asked opens again with an agent`() {
        let alone = book.open(.whenInUse, for: owner, current: undecided, hasAgent: false, at: .zero)
        let again = book.open(.whenInUse, for: owner, current: undecided, hasAgent: false, at: .zero)
        #expect(alone?.question == .whenInUse && again?.question == nil, "it waits for an administrator")
        let asked = book.open(.always, for: owner, current: undecided, hasAgent: true, at: .zero)
        let twice = book.open(.always, for: owner, current: undecided, hasAgent: true, at: .zero)
        #expect(asked?.question == .always && twice?.question == nil, "the agent is asked once")
    }

    @Test mutating func `Clients that got no answer are forgotten after the pause`() throws {
        for number in 0..<100 {
            let unit = ClientOwner(user: 1000, unit: "\(number).service")
            let now = Duration.seconds(2 * number)
            let opened = book.open(.whenInUse, for: unit, current: undecided, at: now)
            let (asked, question) = try #require(opened)
            _ = book.answer(nil, to: question, of: asked, at: now)
        }
        #expect(book.unanswered.count == 30)
    }

    @Test mutating func `Questions are bounded`() {
        var asked: [UInt32: Int] = [:]
        // One user leaves room for others.
        for user in [UInt32](repeating: 1000, count: 8) + [UInt32](repeating: 1001, count: 8) + [1002] {
            if book.beginAsking(about: user) { asked[user, default: 0] += 1 }
        }
        #expect(asked == [1000: 4, 1001: 4])
        book.endAsking(about: 1000)
        let mayAsk = book.beginAsking(about: 1002)
        #expect(mayAsk)
    }

    @Test mutating func `Allow once of a user ends with the last of its units`() throws {
        _ = try book.decide(.once(.fullAccuracy), about: ClientOwner(user: 1000))
        var ended: [AuthorizationBook.Change] = []
        for unit in ["a.service", "b.service"] { ended += book.use(client(1000, unit), true) }
        ended += book.use(client(1000, "a.service"), false)
        #expect(ended.isEmpty)
        ended = book.use(client(1000, "b.service"), false)
        #expect(ended.map(\.owner) == [ClientOwner(user: 1000)])
        #expect(ended.map(\.after.status) == [.notDetermined])
        ended = book.use(client(1000, "b.service"), false)
        #expect(ended.isEmpty, "an end too many is none")
    }

    @Test mutating func `Another policy is a change, the same is none`() throws {
        let denied = try ClientPolicy.read(Array("everyone: {authorizationStatus: denied}".utf8), name: "p") { _ in nil
        }
        var hasChanged = book.apply(denied)
        #expect(hasChanged && book.verdict(on: owner, at: peer(1000)).authorization.status == .denied)
        hasChanged = book.apply(denied)
        #expect(!hasChanged)
        do throws(VarlinkError) {
            _ = try book.decide(.deny, about: owner)
            Issue.record("the policy has decided")
        } catch {
            #expect(error == .ruledByPolicy(place: "p:1:1"))
        }
        let opened = book.open(.whenInUse, for: owner, current: Authorization(.denied), at: .zero)
        #expect(opened?.question == nil)
    }

    @Test mutating func `Do not ask again is kept until it is reset`() throws {
        func asks(_ book: inout AuthorizationBook) -> Bool {
            book.open(.whenInUse, for: owner, current: Authorization(.notDetermined), at: .seconds(1000)) != nil
        }
        var mayAsk = asks(&book)
        #expect(mayAsk)
        let change = book.answer(
            AuthorizationMachine.Answer(word: .neverAsk), to: .whenInUse, of: owner, at: .zero)
        #expect(!change.isOne && change.after.status == .notDetermined)
        var later = AuthorizationBook(defaults: book.defaults, policy: ClientPolicy(), resuming: book.records)
        mayAsk = asks(&later)
        #expect(!mayAsk && later.verdict(on: owner, at: peer(1000)).authorization.status == .notDetermined)
        _ = try later.decide(.once(.fullAccuracy), about: owner)
        _ = try later.decide(.reset, about: owner)
        mayAsk = asks(&later)
        #expect(mayAsk && later.records.isEmpty)
    }

    // MARK: Programs of other machines

    private static let full = AuthorizationDecision.allow(.authorizedAlways, .fullAccuracy)
    private let network = ClientOwner(user: .max)

    private func disclosure(_ book: AuthorizationBook) -> Disclosure {
        book.verdict(on: network, at: peer(.max)).authorization.disclosure
    }

    private func book(_ most: Disclosure, _ policy: ClientPolicy = ClientPolicy()) -> AuthorizationBook {
        AuthorizationBook(
            defaults: DefaultAuthority(daemonUser: 990, privilegedGroup: 991, network: most), policy: policy,
            resuming: [])
    }

    @Test(arguments: Disclosure.allCases) func `The network has what the key says, and never more`(_ most: Disclosure)
        throws
    {
        var book = book(most)
        #expect(disclosure(book) == most)
        _ = try book.decide(Self.full, about: network)
        #expect(disclosure(book) == most)
        _ = try book.decide(.allow(.authorizedAlways, .reducedAccuracy), about: network)
        #expect(disclosure(book) == min(most, .reduced))
        _ = try book.decide(.deny, about: network)
        #expect(disclosure(book) == .nothing)
        _ = try book.decide(.reset, about: network)
        #expect(disclosure(book) == most)
    }

    @Test func `The policy rules the network within its key`() throws {
        func policy(_ text: String) throws -> ClientPolicy {
            try ClientPolicy.read(Array(text.utf8), name: "clients.yaml") { _ in nil }
        }
        let everyone = try policy("everyone: {authorizationStatus: authorizedAlways}")
        #expect(disclosure(book(.reduced, everyone)) == .reduced && disclosure(book(.nothing, everyone)) == .nothing)
        let denied = try policy("users:\n  network: {authorizationStatus: denied}\n")
        #expect(disclosure(book(.everything, denied)) == .nothing)
        let limited = try policy("users:\n  network: {accuracyAuthorization: reducedAccuracy}\n")
        #expect(disclosure(book(.everything, limited)) == .reduced)
        #expect(disclosure(book(.everything, try policy("locationServicesEnabled: false"))) == .nothing)
    }

    @Test func `The network is about nobody else`() throws {
        var book = book(.everything)
        #expect(book.verdict(on: owner, at: peer(1000)).authorization.status == .notDetermined)
        _ = try book.decide(.deny, about: network)
        #expect(book.verdict(on: ClientOwner(user: 990), at: peer(990)).authorization == .everything)
        let again = AuthorizationBook(defaults: book.defaults, policy: ClientPolicy(), resuming: book.records)
        #expect(disclosure(again) == .nothing)
    }
}
