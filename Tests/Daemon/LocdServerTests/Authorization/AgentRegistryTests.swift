import Glibc
import LocationModel
import LocdProtocol
import LocdTestSupport
import LogTestSupport
import NIOCore
import Testing

@testable import LocdServer

/// Agents: who is asked, who may answer, and what nobody's answer decides.
@Suite(.timeLimit(.minutes(15))) struct AgentRegistryTests {
    private let clock = ManualClock()
    private let root = Peer(user: 0, group: 0, process: 1, supplementaryGroups: [])
    private let alice = Peer(user: 1000, group: 1000, process: 2, supplementaryGroups: [])
    private let mallory = Peer(user: 1001, group: 1001, process: 3, supplementaryGroups: [])
    private let client = ClientIdentity(user: 1000, unit: "map.service", label: "Map\u{1B}[2J")

    private func authority(isOpenToUsers: Bool = true) -> ClientAuthority {
        ClientAuthority(
            defaults: DefaultAuthority(daemonUser: 990, privilegedGroup: 991),
            registry: AgentRegistry(isOpenToUsers: isOpenToUsers, timeout: .seconds(60), clock: clock.clock),
            clock: clock.clock, logger: LoggedLines().logger)
    }

    /// An agent's connection, and what it was sent.
    private final class Seat: Sendable {
        let replies = Watched<[LocationInterface.Agent.Reply]>([])
        let outbox: Outbox

        init() {
            let replies = replies
            outbox = Outbox { outbox in
                while let bytes = outbox.next() {
                    let message = Array(bytes.readableBytesView.dropLast())
                    guard case .reply(let reply, _) = VarlinkAnswer<LocationInterface.Agent.Reply>(message: message)
                    else { continue }
                    replies.change { $0.append(reply) }
                }
            }
        }

        func question() async -> AgentQuestion {
            let seen = await replies.wait { $0.contains { $0.question != nil } }
            return seen.compactMap(\.question).last
                ?? AgentQuestion(
                    identifier: "", user: -1, request: .always, authorizationStatus: .denied,
                    accuracyAuthorization: .fullAccuracy)
        }
    }

    private func ask(_ authority: ClientAuthority, _ request: AuthorizationRequest = .whenInUse) -> Task<Void, Never> {
        Task { try? await authority.request(request, for: client, at: alice) }
    }

    @Test(arguments: [
        (AnswerParameters.Answer.authorizedWhenInUse, nil, AuthorizationStatus.authorizedWhenInUse),
        (.once, nil, .authorizedWhenInUse), (.denied, nil, .denied),
        (.authorizedWhenInUse, AccuracyAuthorization.reducedAccuracy, .authorizedWhenInUse),
    ])
    func `An answer decides`(
        _ answer: AnswerParameters.Answer, _ accuracy: AccuracyAuthorization?, _ status: AuthorizationStatus
    ) async throws {
        let authority = authority()
        let seat = Seat()
        _ = try authority.attach(seat.outbox, by: alice)
        let asking = ask(authority)
        let question = await seat.question()
        #expect(question.user == 1000 && question.unit == "map.service" && question.request == .whenInUse)
        try authority.answer(
            AnswerParameters(identifier: question.identifier, answer: answer, accuracyAuthorization: accuracy),
            by: alice)
        await asking.value
        let found = authority.authorization(of: client, at: alice)
        #expect(found.status == status && found.accuracy == accuracy ?? .fullAccuracy)
        #expect(throws: VarlinkError.invalidParameter("identifier"), "it is answered") {
            try authority.answer(AnswerParameters(identifier: question.identifier, answer: .denied), by: alice)
        }
    }

    @Test func `Silence decides nothing`() async throws {
        let authority = authority()
        let seat = Seat()
        _ = try authority.attach(seat.outbox, by: alice)
        let asking = ask(authority)
        let question = await seat.question()
        await clock.sleeper(until: .seconds(60))
        clock.advance(by: .seconds(60))
        await asking.value
        #expect(authority.authorization(of: client, at: alice).status == .notDetermined)
        await seat.replies.wait { $0.last?.withdrawn == question.identifier }
        #expect(throws: VarlinkError.invalidParameter("identifier"), "it is too late") {
            try authority.answer(AnswerParameters(identifier: question.identifier, answer: .once), by: alice)
        }
    }

    @Test func `An agent of another user is not asked, and its answer is refused`() async throws {
        let authority = authority()
        let (own, other) = (Seat(), Seat())
        _ = try authority.attach(own.outbox, by: alice)
        _ = try authority.attach(other.outbox, by: mallory)
        let asking = ask(authority)
        let question = await own.question()
        #expect(other.replies.value.allSatisfy { $0.question == nil })
        #expect(throws: VarlinkError.invalidParameter("identifier")) {
            try authority.answer(
                AnswerParameters(identifier: question.identifier, answer: .authorizedAlways), by: mallory)
        }
        #expect(authority.authorization(of: client, at: alice).status == .notDetermined)
        try authority.answer(AnswerParameters(identifier: question.identifier, answer: .denied), by: alice)
        await asking.value
        #expect(authority.authorization(of: client, at: alice).status == .denied)
        #expect(other.replies.value.allSatisfy { $0.withdrawn == nil }, "nor is it told that it is over")
    }

    @Test func `Unless the configuration says so, only administrators decide`() async throws {
        let authority = authority(isOpenToUsers: false)
        #expect(throws: VarlinkError.permissionDenied) { try authority.attach(Seat().outbox, by: alice) }
        #expect(throws: VarlinkError.permissionDenied) {
            try authority.answer(AnswerParameters(identifier: "0-0", answer: .authorizedAlways), by: alice)
        }
        let seat = Seat()
        _ = try authority.attach(seat.outbox, by: root)
        let asking = ask(authority)
        let question = await seat.question()
        try authority.answer(AnswerParameters(identifier: question.identifier, answer: .denied), by: root)
        await asking.value
    }

    @Test func `Of two agents the first answer counts, and one that ends leaves the question to the next`() async throws
    {
        let authority = authority()
        let (first, second, third) = (Seat(), Seat(), Seat())
        let killed = try authority.attach(first.outbox, by: alice)
        _ = try authority.attach(second.outbox, by: alice)
        let asking = ask(authority, .always)
        let question = await first.question()
        #expect(await second.question() == question)
        authority.detach(killed)
        _ = try authority.attach(third.outbox, by: alice)
        #expect(await third.question() == question, "it comes later, and gets what is open")
        try authority.answer(
            AnswerParameters(identifier: question.identifier, answer: .authorizedAlways), by: alice)
        await asking.value
        #expect(authority.authorization(of: client, at: alice).status == .authorizedAlways)
        for seat in [second, third] { await seat.replies.wait { $0.last?.withdrawn == question.identifier } }
    }

    @Test func `A request from before the first agent is asked, when it is made again`() async throws {
        let authority = authority()
        await ask(authority).value
        #expect(authority.reports.map(\.request) == [.whenInUse])
        let seat = Seat()
        _ = try authority.attach(seat.outbox, by: alice)
        let asking = ask(authority)
        let question = await seat.question()
        try authority.answer(
            AnswerParameters(identifier: question.identifier, answer: .authorizedWhenInUse), by: alice)
        await asking.value
        #expect(authority.authorization(of: client, at: alice).status == .authorizedWhenInUse)
    }

    @Test func `A user has eight agents at most`() throws {
        let authority = authority()
        for _ in 0..<AgentRegistry.maximumAgents { _ = try authority.attach(Seat().outbox, by: alice) }
        #expect(throws: VarlinkError.self) { try authority.attach(Seat().outbox, by: alice) }
        #expect(throws: Never.self) { try authority.attach(Seat().outbox, by: mallory) }
    }
}
