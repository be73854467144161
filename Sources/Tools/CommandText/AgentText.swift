import LocationModel
public import LocdProtocol

/// An agent's question, as a person reads and answers it.
public struct AgentText: Sendable {
    private let question: AgentQuestion

    /// Creates the text of a question. A program's label cannot contain terminal control characters.
    public init(_ question: AgentQuestion) {
        self.question = question
    }

    /// The request in one sentence: who asks, and for what.
    public var sentence: String {
        let user = question.userName.map { Self.plain($0) } ?? "user \(question.user)"
        let unit = question.unit.map { Self.plain($0) }
        let program = unit.map { "\($0) of \(user)" } ?? "A program of \(user)"
        let label = question.label.map { ", which calls itself \"\(Self.plain($0))\"," } ?? ""
        let process = question.process.map { " (process \($0))" } ?? ""
        return "\(program)\(process)\(label) asks for \(request).\(purpose)"
    }

    private var purpose: String {
        question.purpose.map { " It says: \"\(Self.plain($0, most: 300))\"" } ?? ""
    }

    private var request: String {
        switch question.request {
        case .whenInUse: "the position while it is in use"
        case .always: "the position at any time"
        case .upgrade: "the position at any time; it has it while in use"
        case .keepAlways: "the position in the background, as it was allowed when it asked"
        case .temporaryFullAccuracy: "the exact position for \"\(Self.plain(question.purposeKey ?? ""))\""
        }
    }

    /// The possible answers.
    public static let choices =
        "[o] once, [w] while in use, [a] always, [r] reduced accuracy while in use, [n] never, [d] do not ask again, "
        + "[s] skip?"

    /// The buttons of a notification, the most important first: each key is an answer, see ``answer(_:)``.
    public static let buttons: [(key: String, label: String)] = [
        ("while in use", "While in use"), ("reduced", "Reduced accuracy"), ("never", "Never"), ("once", "Once"),
        ("always", "Always"), ("do not ask again", "Do not ask again"),
    ]

    /// Parses an answer, a letter or a word. Outer `nil`: the answer is invalid; inner `nil`: no decision.
    public func answer(_ text: String) -> AnswerParameters?? {
        func answer(_ word: AnswerParameters.Answer, _ accuracy: AccuracyAuthorization?) -> AnswerParameters?? {
            .some(
                AnswerParameters(identifier: question.identifier, answer: word, accuracyAuthorization: accuracy))
        }
        return switch text.lowercased() {
        case "o", "once": answer(.once, .fullAccuracy)
        case "w", "while in use": answer(.authorizedWhenInUse, .fullAccuracy)
        case "a", "always": answer(.authorizedAlways, .fullAccuracy)
        case "r", "reduced": answer(.authorizedWhenInUse, .reducedAccuracy)
        case "n", "never": answer(.denied, nil)
        case "d", "do not ask again": answer(.neverAsk, nil)
        case "s", "skip": .some(nil)
        default: nil
        }
    }

    /// So many characters of a text at most; invisible ones are replaced.
    private static func plain(_ text: String, most: Int = 80) -> String {
        var plain = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(most) {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
                plain.append("\u{FFFD}")
            default: plain.append(scalar)
            }
        }
        return String(plain)
    }
}
