import Glibc
import LocationModel
import LocdProtocol
import LocdTestSupport
import LogTestSupport
import Logging
import SystemSupport
import Testing

@testable import LocdConfiguration
@testable import LocdLog
@testable import LocdServer

/// Who decides what: policy, decisions, the agent, and what holds while nobody does.
@Suite(.timeLimit(.minutes(15))) struct ClientAuthorityTests {
    private let folder = TemporaryDirectory()
    private var directory: String { folder.path }

    private let clock = ManualClock()
    private let lines = LoggedLines()

    private func authority(
        _ policy: ClientPolicy = ClientPolicy(), records: [DecisionRecord] = [], store: DecisionStore? = nil,
        agent: (any AuthorizationAgent)? = nil
    ) -> ClientAuthority {
        ClientAuthority(
            defaults: DefaultAuthority(daemonUser: 990, privilegedGroup: 991), policy: policy, resuming: records,
            store: store, agent: agent, clock: clock.clock, logger: lines.logger)
    }

    private func store(in directory: String) throws -> DecisionStore {
        try DecisionStore(
            directory: directory, thread: ExecutorThread(named: "test"), clock: clock.clock, logger: lines.logger)
    }

    private func peer(_ user: UInt32, groups: [UInt32] = []) -> Peer {
        Peer(user: user, group: user, process: 7, supplementaryGroups: groups)
    }

    private func client(_ user: UInt32, _ unit: String? = nil, label: String? = nil) -> ClientIdentity {
        ClientIdentity(user: user, unit: unit, label: label)
    }

    private func policy(_ text: String) throws -> ClientPolicy {
        try ClientPolicy.read(Array(text.utf8), name: "clients.yaml") { _ in nil }
    }

    private let root = Peer(user: 0, group: 0, process: 1, supplementaryGroups: [])

    @Test func `The policy goes before decisions, and these before the group`() async throws {
        let authority = authority()
        let member = peer(1000, groups: [991])
        #expect(authority.authorization(of: client(1000), at: member) == .everything)
        try await authority.decide(.deny, about: ClientOwner(user: 1000), by: root)
        #expect(authority.authorization(of: client(1000), at: member).status == .denied)
        authority.apply(
            try policy(
                "users: {\"1000\": {authorizationStatus: authorizedAlways, accuracyAuthorization: reducedAccuracy}}"))
        #expect(
            authority.authorization(of: client(1000), at: member)
                == Authorization(.authorizedAlways, accuracy: .reducedAccuracy))
        let error = await #expect(throws: VarlinkError.self) {
            try await authority.decide(
                .allow(.authorizedAlways, .fullAccuracy), about: ClientOwner(user: 1000), by: root)
        }
        #expect(error == .ruledByPolicy(place: "clients.yaml:1:9"))
        authority.apply(ClientPolicy())
        #expect(authority.authorization(of: client(1000), at: member).status == .denied)
    }

    @Test func `Administrator's cannot lock themselves out, everybody else can be`() throws {
        let authority = authority(
            try policy("{locationServicesEnabled: false, everyone: {authorizationStatus: denied}}"))
        #expect(authority.authorization(of: client(0), at: root) == .everything)
        #expect(authority.authorization(of: client(990), at: peer(990)) == .everything)
        #expect(authority.authorization(of: client(1000), at: peer(1000, groups: [991])).status == .denied)
        #expect(!authority.locationServicesEnabled)
    }

    @Test func `A label changes nothing`() async throws {
        let authority = authority()
        try await authority.decide(.allow(.authorizedAlways, .fullAccuracy), about: ClientOwner(user: 1000), by: root)
        for label in [nil, "map", "root", "0"] {
            #expect(authority.authorization(of: client(1000, label: label), at: peer(1000)) == .everything)
            #expect(authority.authorization(of: client(1001, label: label), at: peer(1001)).status == .notDetermined)
        }
    }

    @Test func `A unit has what was decided of it, else what its user has`() async throws {
        let authority = authority()
        try await authority.decide(
            .allow(.authorizedWhenInUse, .fullAccuracy), about: ClientOwner(user: 1000), by: root)
        try await authority.decide(.deny, about: ClientOwner(user: 1000, unit: "spy.service"), by: root)
        func status(_ unit: String?) -> AuthorizationStatus {
            authority.authorization(of: client(1000, unit), at: peer(1000)).status
        }
        #expect(status(nil) == .authorizedWhenInUse && status("map.service") == .authorizedWhenInUse)
        #expect(status("spy.service") == .denied)
        try await authority.decide(.reset, about: ClientOwner(user: 1000, unit: "spy.service"), by: root)
        #expect(status("spy.service") == .authorizedWhenInUse)
    }

    @Test func `Only an administrator decides`() async {
        let authority = authority()
        let error = await #expect(throws: VarlinkError.self) {
            try await authority.decide(
                .allow(.authorizedAlways, .fullAccuracy), about: ClientOwner(user: 1000), by: peer(1000))
        }
        #expect(error == .permissionDenied)
    }

    @Test func `Decisions survive a restart, what is for once does not`() async throws {
        let store = try store(in: directory)
        let authority = authority(store: store)
        try await authority.decide(
            .allow(.authorizedAlways, .reducedAccuracy), about: ClientOwner(user: 1000), by: root)
        try await authority.decide(.deny, about: ClientOwner(user: 1001, unit: "x.service"), by: root)
        try await authority.decide(.once(.fullAccuracy), about: ClientOwner(user: 1002), by: root)

        let again = try self.store(in: directory)
        let restarted = self.authority(records: await again.load(), store: again)
        #expect(
            restarted.authorization(of: client(1000), at: peer(1000))
                == Authorization(.authorizedAlways, accuracy: .reducedAccuracy))
        #expect(restarted.authorization(of: client(1001, "x.service"), at: peer(1001)).status == .denied)
        #expect(restarted.authorization(of: client(1002), at: peer(1002)).status == .notDetermined)
        try await restarted.decide(.reset, about: ClientOwner(user: 1000), by: root)
        #expect(await again.load().map(\.client) == [ClientOwner(user: 1001, unit: "x.service")])
    }

    @Test func `A file of decisions that is damaged allows nobody anything`() async throws {
        for text in ["", "{", "[]", #"{"schema":2,"decisions":[]}"#, #"{"schema":1,"decisions":[{"client":{}}]}"#] {
            try Array(text.utf8).withUnsafeBytes { bytes in
                let file = try #require(fopen("\(directory)/decisions.json", "w"))
                fwrite(bytes.baseAddress, 1, bytes.count, file)
                fclose(file)
            }
            let store = try store(in: directory)
            #expect(await store.load().isEmpty)
            #expect(access("\(directory)/decisions.json.damaged", F_OK) == 0)
        }
        #expect(lines.text.contains("damaged"))
    }

    @Test func `Root and the daemon's user may have everything while they are away too`() throws {
        let authority = authority(
            try policy("{locationServicesEnabled: false, everyone: {authorizationStatus: denied}}"))
        for user: UInt32 in [0, 990] { #expect(authority.authorization(ofAbsent: client(user)) == .everything) }
        #expect(authority.authorization(ofAbsent: client(1000))?.status == .denied)
    }

    /// A directory bears the name of the file: for nobody is that readable, whoever runs the test.
    @Test func `Decisions that cannot be read are set aside before others take their place`() async throws {
        let path = "\(directory)/decisions.json"
        try #require(mkdir(path, 0o700) == 0)
        let store = try store(in: directory)
        #expect(await store.load().isEmpty)
        #expect(access(path, F_OK) == 0 && access("\(path).unreadable", F_OK) != 0)
        let authority = authority(store: store)
        try await authority.decide(.deny, about: ClientOwner(user: 1001), by: root)
        #expect(access("\(path).unreadable", F_OK) == 0)
        try await authority.decide(.deny, about: ClientOwner(user: 1002), by: root)
        #expect(await store.load().map(\.client.user) == [1001, 1002])
        #expect(lines.text.contains("\(path).unreadable"))
    }

    @Test func `A decision that cannot be written holds, the administrator learns it, and it is tried again`()
        async throws
    {
        let obstacle = "\(directory)/state"
        let file = try #require(fopen(obstacle, "w"))
        fclose(file)
        let store = try store(in: obstacle)
        let authority = authority(store: store)
        try await withThrowingTaskGroup { group in
            group.addTask { await authority.run() }
            for decision in [AuthorizationDecision.deny, .allow(.authorizedAlways, .fullAccuracy), .deny] {
                await #expect(throws: VarlinkError.decisionNotKept) {
                    try await authority.decide(decision, about: ClientOwner(user: 1000), by: root)
                }
            }
            #expect(authority.authorization(of: client(1000), at: peer(1000)).status == .denied)
            #expect(lines.all.count { $0.contains("not writable") } == 1)
            await clock.sleepers(atLeast: 1)
            clock.advance(by: DecisionStore.pause)
            await clock.sleepers(atLeast: 1)
            #expect(await store.load().isEmpty)

            unlink(obstacle)
            clock.advance(by: DecisionStore.pause)
            await eventually { await store.load().map(\.standing) == [.denied] }
            #expect(lines.text.contains("writable again"))
            try await authority.decide(.reset, about: ClientOwner(user: 1000), by: root)
            #expect(await store.load().isEmpty)
            group.cancelAll()
        }
    }

    @Test func `Allow once ends with its connection, even without a session`() async throws {
        let agent = ScriptedAgent([.init(word: .once), .init(word: .once)])
        let authority = authority(agent: agent)
        let (caller, other) = (
            Caller(peer: peer(1000), authority: authority) { 0 }, Caller(peer: peer(1000), authority: authority) { 0 }
        )
        try await caller.labelled("a").request(.whenInUse)
        try await caller.labelled("b").request(.always)
        try await other.request(.whenInUse)
        #expect(caller.authorization.status == .authorizedWhenInUse)
        // Another connection ends nothing, and a connection that asked twice is one use.
        other.close()
        #expect(caller.authorization.status == .authorizedWhenInUse)
        caller.close()
        #expect(caller.authorization.status == .notDetermined)
        caller.close()
        // What begins afterwards is a use of its own.
        try await other.request(.whenInUse)
        #expect(other.authorization.status == .authorizedWhenInUse)
        other.uses(true)
        other.close()
        #expect(other.authorization.status == .authorizedWhenInUse)
        other.uses(false)
        #expect(other.authorization.status == .notDetermined)
    }

    @Test func `An answer of the agent is a decision, and is logged with who and why`() async throws {
        let agent = ScriptedAgent([.init(word: .authorizedWhenInUse, accuracy: .reducedAccuracy), .init(word: .once)])
        let authority = authority(agent: agent)
        let asker = client(1000, "map.service", label: "Map")
        try await authority.request(.always, for: asker, at: peer(1000))
        #expect(
            authority.authorization(of: asker, at: peer(1000))
                == Authorization(.authorizedAlways, accuracy: .reducedAccuracy))
        let inquiry = try #require(agent.inquiries.value.first)
        #expect(inquiry.client == asker && inquiry.question == .always && inquiry.process == 7)
        for word in [
            "notDetermined → authorizedAlways (reducedAccuracy)", "uid=1000", "unit=map.service", "label=Map",
            "the agent",
        ] {
            #expect(lines.text.contains(word), "\(word) is not in \(lines.text)")
        }
        try await authority.request(.temporaryFullAccuracy(purposeKey: "turn"), for: asker, at: peer(1000))
        #expect(authority.authorization(of: asker, at: peer(1000)) == .everything)
        // A request that changes nothing asks nobody.
        try await authority.request(.whenInUse, for: asker, at: peer(1000))
        #expect(agent.inquiries.value.count == 2)
    }

    @Test func `Full accuracy for a moment is for the unit that asked, also under its user's decision`() async throws {
        let authority = authority(agent: ScriptedAgent([.init(word: .once)]))
        let reduced = Authorization(.authorizedAlways, accuracy: .reducedAccuracy)
        try await authority.decide(
            .allow(.authorizedAlways, .reducedAccuracy), about: ClientOwner(user: 1000), by: root)
        let (map, other) = (client(1000, "map.service"), client(1000, "other.service"))
        for client in [map, other] { authority.uses(client, true) }
        try await authority.request(.temporaryFullAccuracy(purposeKey: "turn"), for: map, at: peer(1000))
        #expect(authority.authorization(of: map, at: peer(1000)) == .everything)
        #expect(authority.authorization(of: other, at: peer(1000)) == reduced)
        #expect(lines.text.contains("unit=map.service"))
        // The other one goes on.
        authority.uses(map, false)
        #expect(authority.authorization(of: map, at: peer(1000)) == reduced)
    }

    @Test func `The same decision again ends full accuracy for a moment, and that is told`() async throws {
        let authority = authority(agent: ScriptedAgent([.init(word: .once)]))
        let decision = AuthorizationDecision.allow(.authorizedAlways, .reducedAccuracy)
        let map = client(1000, "map.service")
        try await authority.decide(decision, about: ClientOwner(user: 1000), by: root)
        authority.uses(map, true)
        try await authority.request(.temporaryFullAccuracy(purposeKey: "turn"), for: map, at: peer(1000))
        try await authority.decide(decision, about: ClientOwner(user: 1000), by: root)
        #expect(lines.text.contains("authorizedAlways → authorizedAlways (reducedAccuracy)"))
    }

    @Test func `An answer for all units is told, also if the one that asked has full accuracy for a moment`()
        async throws
    {
        let authority = authority(
            agent: ScriptedAgent([.init(word: .once), .init(word: .authorizedWhenInUse, accuracy: .fullAccuracy)]))
        let map = client(1000, "map.service")
        try await authority.decide(
            .allow(.authorizedWhenInUse, .reducedAccuracy), about: ClientOwner(user: 1000), by: root)
        authority.uses(map, true)
        try await authority.request(.temporaryFullAccuracy(purposeKey: "turn"), for: map, at: peer(1000))
        try await authority.request(.always, for: map, at: peer(1000))
        let words = "authorizedWhenInUse (reducedAccuracy) → authorizedWhenInUse"
        #expect(lines.all.count { $0.contains(words) } == 2)
    }

    @Test func `Without an agent a request waits for an administrator`() async throws {
        let authority = authority()
        try await authority.request(.always, for: client(1000), at: peer(1000))
        #expect(authority.reports.map(\.request) == [.always])
        try await authority.decide(
            .allow(.authorizedAlways, .reducedAccuracy), about: ClientOwner(user: 1000), by: root)
        #expect(authority.reports.map(\.request) == [nil])
        let error = await #expect(throws: VarlinkError.self) {
            try await authority.request(.temporaryFullAccuracy(purposeKey: "turn"), for: client(1000), at: peer(1000))
        }
        #expect(error == .promptDeclined)
        #expect(authority.reports.map(\.request) == [nil])
    }

    @Test func `A user makes only so many wait however many units it has`() async throws {
        let authority = authority()
        for number in 0..<100 {
            try await authority.request(.whenInUse, for: client(1000, "\(number).service"), at: peer(1000))
        }
        #expect(authority.reports.count == AuthorizationBook.maximumPerUser)
        try await authority.request(.whenInUse, for: client(1001), at: peer(1001))
        #expect(authority.reports.count == AuthorizationBook.maximumPerUser + 1)
    }

    @Test func `Access is logged once until something changes, with the reason`() async throws {
        let authority = authority()
        func note() {
            authority.note(
                AccessOutcome(
                    client: client(1000, label: "x"), peer: peer(1000), method: "Updates",
                    authorization: authority.authorization(of: client(1000), at: peer(1000)), isGranted: false))
        }
        for _ in 0..<100 { note() }
        #expect(lines.all.count == 1)
        #expect(lines.text.contains("Access refused") && lines.text.contains("no decision stored"))
        try await authority.decide(.deny, about: ClientOwner(user: 1000), by: root)
        note()
        #expect(lines.all.count == 3 && lines.text.contains("decision of an administrator or the agent"))
    }
}

/// An agent that answers as it is told, one answer after the other.
final class ScriptedAgent: AuthorizationAgent {
    let inquiries = Watched<[AuthorizationInquiry]>([])
    private let answers: [AuthorizationMachine.Answer?]

    init(_ answers: [AuthorizationMachine.Answer?]) {
        self.answers = answers
    }

    func answer(_ inquiry: AuthorizationInquiry) async -> AuthorizationMachine.Answer? {
        let index = inquiries.value.count
        inquiries.change { $0.append(inquiry) }
        return index < answers.count ? answers[index] : nil
    }
}
