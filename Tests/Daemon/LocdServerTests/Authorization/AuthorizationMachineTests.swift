import LocationModel
import LocdProtocol
import Testing

@testable import LocdConfiguration
@testable import LocdServer

/// The table of Core Location's authorization, row by row.
@Suite struct AuthorizationMachineTests {
    typealias Machine = AuthorizationMachine
    typealias Standing = Machine.Standing

    /// A machine that stands somewhere.
    private func machine(_ standing: Standing, accuracy: AccuracyAuthorization = .fullAccuracy) -> Machine {
        var machine = Machine(standing, accuracy: accuracy, wasUpgradeAnswered: false)
        if standing == .authorizedOnce { machine.decide(.once(accuracy)) }
        return machine
    }

    private static let reported: [Standing: AuthorizationStatus] = [
        .notDetermined: .notDetermined, .authorizedOnce: .authorizedWhenInUse,
        .authorizedWhenInUse: .authorizedWhenInUse, .provisionalAlways: .authorizedAlways,
        .authorizedAlways: .authorizedAlways, .denied: .denied,
    ]

    @Test(arguments: Standing.allCases) func `What is reported`(_ standing: Standing) {
        #expect(machine(standing).authorization.status == Self.reported[standing])
        #expect(machine(standing).standing == standing)
    }

    private static let questions: [(AuthorizationRequest, [Standing: Machine.Question])] = [
        (.whenInUse, [.notDetermined: .whenInUse]),
        (.always, [.notDetermined: .always, .authorizedWhenInUse: .upgrade]),
        (.keepAlways, [.provisionalAlways: .keepAlways]),
        (.temporaryFullAccuracy(purposeKey: "map"), [:]),
    ]

    @Test(arguments: Standing.allCases) func `A request asks only where it may change something`(_ standing: Standing) {
        for (request, expected) in Self.questions {
            var machine = machine(standing)
            let question = machine.request(request)
            #expect(question == expected[standing], "\(request)")
            #expect(machine.authorization == self.machine(standing).authorization)
            // While a question is open nothing else is asked.
            let again = machine.request(request)
            if question != nil { #expect(again == nil) }
        }
    }

    private static let answers: [(AuthorizationRequest, Standing, [Machine.Answer.Word: Standing])] = [
        (
            .whenInUse, .notDetermined,
            [
                .once: .authorizedOnce, .authorizedWhenInUse: .authorizedWhenInUse,
                // Never more than was asked for.
                .authorizedAlways: .authorizedWhenInUse, .denied: .denied,
            ]
        ),
        (
            .always, .notDetermined,
            [
                .once: .authorizedOnce, .authorizedWhenInUse: .provisionalAlways, .authorizedAlways: .authorizedAlways,
                .denied: .denied,
            ]
        ),
        (
            .always, .authorizedWhenInUse,
            [
                .once: .authorizedWhenInUse, .authorizedWhenInUse: .authorizedWhenInUse,
                .authorizedAlways: .authorizedAlways, .denied: .authorizedWhenInUse,
            ]
        ),
        (
            .keepAlways, .provisionalAlways,
            [
                .once: .authorizedWhenInUse, .authorizedWhenInUse: .authorizedWhenInUse,
                .authorizedAlways: .authorizedAlways, .denied: .authorizedWhenInUse,
            ]
        ),
    ]

    @Test(arguments: Machine.Answer.Word.allCases.filter { $0 != .neverAsk })
    func `What an answer makes of it`(_ word: Machine.Answer.Word) throws {
        for (request, standing, outcomes) in Self.answers {
            var machine = machine(standing)
            let asked = machine.request(request)
            let question = try #require(asked)
            machine.answer(Machine.Answer(word: word, accuracy: .reducedAccuracy), to: question)
            #expect(machine.standing == outcomes[word], "\(request) at \(standing)")
            #expect(machine.question == nil && machine.accuracy == .reducedAccuracy)
        }
    }

    @Test func `The upgrade is asked once, and also after a restart`() throws {
        var machine = machine(.authorizedWhenInUse)
        let asked = machine.request(.always)
        let question = try #require(asked)
        machine.answer(Machine.Answer(word: .denied), to: question)
        let next = machine.request(.always)
        #expect(next == nil)
        var restarted = DecisionRecord(ClientOwner(user: 1), machine).machine
        let again = restarted.request(.always)
        #expect(again == nil)
    }

    @Test(arguments: Standing.allCases) func `A later decision makes an answer void`(_ standing: Standing) {
        for decision in [
            AuthorizationDecision.allow(.authorizedAlways, .fullAccuracy), .once(.reducedAccuracy), .deny, .reset,
        ] {
            var machine = machine(standing)
            let question = machine.request(.whenInUse) ?? machine.request(.always) ?? .whenInUse
            machine.decide(decision)
            let decided = machine
            machine.answer(Machine.Answer(word: .authorizedWhenInUse), to: question)
            #expect(machine == decided)
        }
    }

    @Test(arguments: Standing.allCases) func `The end of use ends only what was for this use`(_ standing: Standing) {
        var machine = machine(standing)
        machine.endUse()
        #expect(machine.standing == (standing == .authorizedOnce ? .notDetermined : standing))
        // It is not kept either.
        var restarted = self.machine(standing)
        restarted = DecisionRecord(ClientOwner(user: 1), restarted).machine
        #expect(restarted == machine)
    }

    @Test(arguments: Standing.allCases)
    func `Temporary full accuracy is asked of whom it would help, and ends with the use`(_ standing: Standing) throws {
        var machine = machine(standing, accuracy: .reducedAccuracy)
        let question = machine.request(.temporaryFullAccuracy(purposeKey: "map"))
        guard machine.authorization.status.isAuthorized else {
            #expect(question == nil)
            return
        }
        #expect(question == .temporaryFullAccuracy(purposeKey: "map"))
        var refused = machine
        refused.answer(Machine.Answer(word: .denied), to: try #require(question))
        #expect(refused.authorization.accuracy == .reducedAccuracy && refused.standing == standing)
        machine.answer(Machine.Answer(word: .once), to: try #require(question))
        #expect(machine.authorization.accuracy == .fullAccuracy && machine.standing == standing)
        let next = machine.request(.temporaryFullAccuracy(purposeKey: "map"))
        #expect(next == nil)
        machine.endUse()
        #expect(machine.accuracy == (standing == .authorizedOnce ? .fullAccuracy : .reducedAccuracy))
        #expect(!machine.hasTemporaryFullAccuracy)
    }
}
