import Bus
import LocationModel
import LocdProtocol
import Testing

@testable import Notifications

/// One question at a time on a desktop, and what a button means.
@Suite struct AgentQuestionsTests {
    private func question(_ identifier: String, label: String? = nil) -> AgentQuestion {
        var question = AgentQuestion(
            identifier: identifier, user: 1000, request: .whenInUse, authorizationStatus: .notDetermined,
            accuracyAuthorization: .fullAccuracy)
        question.label = label
        return question
    }

    @Test(arguments: [
        ("once", AnswerParameters.Answer.once, AccuracyAuthorization?.some(.fullAccuracy)),
        ("while in use", .authorizedWhenInUse, .fullAccuracy), ("always", .authorizedAlways, .fullAccuracy),
        ("reduced", .authorizedWhenInUse, .reducedAccuracy), ("never", .denied, nil),
    ])
    func `Each button is an answer`(
        _ key: String, _ answer: AnswerParameters.Answer, _ accuracy: AccuracyAuthorization?
    ) throws {
        var questions = AgentQuestions()
        guard case .show(let notification, let tag)? = questions.receive(question("a")).first else {
            Issue.record("nothing is shown")
            return
        }
        #expect(notification.actions.contains { $0.key == key })
        #expect(questions.shown(tag, as: 7).isEmpty)
        #expect(
            questions.press(key, of: 7)
                == [
                    .answer(AnswerParameters(identifier: "a", answer: answer, accuracyAuthorization: accuracy)),
                    .close(7),
                ])
    }

    @Test func `One question is shown at a time`() {
        var questions = AgentQuestions()
        #expect(questions.receive(question("a")).count == 1)
        #expect(questions.receive(question("b")).isEmpty)
        _ = questions.shown(1, as: 7)
        guard case .show(_, 2)? = questions.closed(7).first else {
            Issue.record("the second question is not shown")
            return
        }
    }

    @Test func `A question that is withdrawn disappears`() {
        var questions = AgentQuestions()
        _ = questions.receive(question("a"))
        _ = questions.receive(question("b"))
        _ = questions.shown(1, as: 7)
        #expect(questions.withdraw("b").isEmpty)
        #expect(questions.withdraw("a") == [.close(7)])
        #expect(questions.press("always", of: 7).isEmpty)
    }

    @Test func `A question that is withdrawn before it has a number is closed then`() {
        var questions = AgentQuestions()
        _ = questions.receive(question("a"))
        #expect(questions.withdraw("a").isEmpty)
        #expect(questions.shown(1, as: 9) == [.close(9)])
        #expect(questions.shown(1, as: 9).isEmpty)
    }

    @Test(arguments: ["", "skip", "s", "w", "default", "Always", "\u{0}"])
    func `No other key is an answer`(_ key: String) {
        var questions = AgentQuestions()
        _ = questions.receive(question("a"))
        _ = questions.shown(1, as: 7)
        #expect(questions.press(key, of: 7).isEmpty)
        #expect(questions.press("always", of: 8).isEmpty)
        #expect(questions.press("always", of: 7).count == 2, "the question was still there")
    }

    @Test func `A notification that cannot be shown makes room`() {
        var questions = AgentQuestions()
        _ = questions.receive(question("a"))
        _ = questions.receive(question("b"))
        #expect(questions.shown(1, as: nil).count == 1)
    }

    @Test func `Questions are bounded`() {
        var questions = AgentQuestions()
        for number in 0..<1000 { _ = questions.receive(question("\(number)")) }
        var shown = 1
        while shown < 1000, !questions.shown(shown, as: nil).isEmpty { shown += 1 }
        #expect(shown == AgentQuestions.limit + 1)
    }

    @Test func `A program's name is no markup`() {
        var hostile = question("a", label: "<a href=\"http://x\">&amp;</a>")
        hostile.unit = "<img src=x>"
        let notification = BusNotification(hostile)
        #expect(!notification.body(asMarkup: true).contains("<"))
        #expect(notification.body(asMarkup: true).contains("&lt;img src=x&gt;"))
        #expect(notification.body(asMarkup: true).contains("&amp;amp;"))
        #expect(notification.body(asMarkup: false).contains("<img src=x>"))
    }
}
