import LocationModel
import LocdProtocol
import Testing

@testable import CommandText

/// What a person reads of a question, and types.
@Suite struct AgentTextTests {
    private func question(_ label: String? = nil) -> AgentQuestion {
        var question = AgentQuestion(
            identifier: "1-2", user: 1000, request: .whenInUse, authorizationStatus: .notDetermined,
            accuracyAuthorization: .fullAccuracy)
        question.userName = "alice"
        question.unit = "map.service"
        question.label = label
        return question
    }

    @Test func `The sentence says who wants what`() {
        #expect(AgentText(question()).sentence == "map.service of alice asks for the position while it is in use.")
        #expect(AgentText(question("org.gnome.Maps")).sentence.contains("calls itself \"org.gnome.Maps\""))
    }

    @Test func `The purpose is the program's own words`() {
        var asked = question()
        asked.purpose = "To show the way."
        #expect(
            AgentText(asked).sentence
                == "map.service of alice asks for the position while it is in use. It says: \"To show the way.\"")
    }

    @Test(arguments: ["\u{1B}[2J", "a\nb", "a\u{202E}b", "\u{85}", "a\u{0}b"])
    func `What a program calls itself drives no terminal`(_ label: String) {
        var hostile = question(label)
        hostile.unit = label
        hostile.userName = label
        hostile.purposeKey = label
        hostile.purpose = label
        hostile.request = .temporaryFullAccuracy
        let sentence = AgentText(hostile).sentence
        #expect(
            sentence.unicodeScalars.allSatisfy {
                $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) && $0 != "\u{202E}"
            })
    }

    @Test(arguments: [
        ("o", AnswerParameters.Answer.once), ("W", .authorizedWhenInUse), ("always", .authorizedAlways), ("n", .denied),
        ("d", .neverAsk), ("r", .authorizedWhenInUse),
    ])
    func `Letters and words are answers`(_ text: String, _ answer: AnswerParameters.Answer) {
        let found = AgentText(question()).answer(text)
        #expect(found??.answer == answer && found??.identifier == "1-2")
        #expect(
            found??.accuracyAuthorization
                == (text == "r" ? .reducedAccuracy : "nd".contains(text) ? nil : .fullAccuracy))
    }

    @Test func `Anything else decides nothing`() {
        #expect(AgentText(question()).answer("yes") == nil)
        #expect(AgentText(question()).answer("") == nil)
        #expect(AgentText(question()).answer("s") == .some(nil))
    }
}
