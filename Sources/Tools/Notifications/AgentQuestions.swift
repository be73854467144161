package import Bus
import CommandText
package import LocdProtocol

/// Which question is on the screen, and what a pressed button means. Pure.
///
/// One question is shown at a time, so that a program that asks often fills no screen; the others wait in their order.
/// A notification that was closed without a button decides nothing.
package struct AgentQuestions: Sendable {
    package enum Action: Sendable, Hashable {
        /// Show a notification; say its number, or that there is none, with this tag.
        case show(BusNotification, tag: Int)
        /// Take a notification back.
        case close(UInt32)
        /// Tell the daemon what a person decided.
        case answer(AnswerParameters)
    }

    /// Questions that wait at most; those beyond time out in the daemon, which decides nothing.
    static let limit = 100

    private struct Shown {
        var question: AgentQuestion
        var tag: Int
        /// The server's number of the notification, once it is known.
        var number: UInt32?
    }

    private var waiting: [AgentQuestion] = []
    private var shown: Shown?
    /// Shown, and taken back before the server gave it a number.
    private var withdrawn: Set<Int> = []
    private var nextTag = 0

    package init() {}

    /// A client asks for something.
    package mutating func receive(_ question: AgentQuestion) -> [Action] {
        guard waiting.count < Self.limit else { return [] }
        waiting.append(question)
        return next()
    }

    /// Nobody needs to answer a question any more.
    package mutating func withdraw(_ identifier: String) -> [Action] {
        waiting.removeAll { $0.identifier == identifier }
        guard let shown, shown.question.identifier == identifier else { return [] }
        self.shown = nil
        guard let number = shown.number else {
            withdrawn.insert(shown.tag)
            return next()
        }
        return [.close(number)] + next()
    }

    /// The server shows a notification under a number, or does not show it (`nil`).
    package mutating func shown(_ tag: Int, as number: UInt32?) -> [Action] {
        if withdrawn.remove(tag) != nil { return number.map { [.close($0)] } ?? [] }
        guard shown?.tag == tag else { return [] }
        guard let number else {
            shown = nil
            return next()
        }
        shown?.number = number
        return []
    }

    package mutating func press(_ key: String, of number: UInt32) -> [Action] {
        guard let shown, shown.number == number, AgentText.buttons.contains(where: { $0.key == key }),
            case .some(.some(let answer)) = AgentText(shown.question).answer(key)
        else { return [] }
        self.shown = nil
        // Servers close it by themselves, but for those that do not.
        return [.answer(answer), .close(number)] + next()
    }

    /// A notification was closed: no decision.
    package mutating func closed(_ number: UInt32) -> [Action] {
        guard shown?.number == number else { return [] }
        shown = nil
        return next()
    }

    private mutating func next() -> [Action] {
        guard shown == nil, !waiting.isEmpty else { return [] }
        let question = waiting.removeFirst()
        nextTag += 1
        shown = Shown(question: question, tag: nextTag)
        return [.show(BusNotification(question), tag: nextTag)]
    }
}

extension BusNotification {
    init(_ question: AgentQuestion) {
        self.init(
            summary: "Location", body: AgentText(question).sentence,
            actions: AgentText.buttons.map { Action(key: $0.key, label: $0.label) })
    }
}
