import FoundationEssentials
import LocationModel
import LocationServices
import LocdConfiguration
import LocdLog
import LocdProtocol
import Logging
import Subprocess
import SystemSupport

/// A program of the administrator that decides the authorization of clients.
///
/// It gets one line of JSON on its standard input (`AgentQuestion`), and answers with a line on its standard
/// output: a word of ``AuthorizationMachine/Answer/Word``, and optionally a space and one of `AccuracyAuthorization`.
/// It runs as locd does, with only the path in its environment, in a session of its own. Nothing is decided if it exits
/// with a status other than 0, writes another word, nothing or too much, or does not end within the timeout. At the
/// timeout it and all processes that it started are ended.
struct AuthorizationProgram: AuthorizationAgent {
    /// Passes the question to the program. A shell does this, because swift-subprocess ends the calling process if the
    /// program does not read its input (1.0.2: it does not close the descriptor of a broken pipe, which is a fatal
    /// error there).
    private static let script = """
        question=$LOCD_QUESTION; unset LOCD_QUESTION; printf '%s\\n' "$question" | "$0"
        """
    /// The maximum number of bytes of an answer, and of the program's words in the log.
    private static let limit = 4096
    /// The time that it has to end after SIGTERM.
    private static let grace = Duration.seconds(2)

    let path: String
    let timeout: Duration
    let clock: MonotonicClock
    let logger: Logger

    func answer(_ inquiry: AuthorizationInquiry) async -> AuthorizationMachine.Answer? {
        let outcome = await clock.result(within: timeout) { await run(inquiry) }
        switch outcome ?? (Task.isCancelled ? .cancelled : .late) {
        case .answer(let answer): return answer
        case .cancelled: return nil
        case .late: complain("gave no answer within \(timeout) and was stopped", inquiry)
        case .failed(let words): complain(words, inquiry)
        }
        return nil
    }

    private enum Outcome: Sendable {
        case answer(AuthorizationMachine.Answer)
        case failed(String)
        case late
        case cancelled
    }

    private func run(_ inquiry: AuthorizationInquiry) async -> Outcome {
        do {
            var options = PlatformOptions()
            options.createSession = true
            options.teardownSequence = [
                .send(signal: .terminate, toProcessGroup: true, allowedDurationToNextStep: Self.grace)
            ]
            let asked = AgentQuestion(
                inquiry, identifier: UUID().uuidString, userName: SystemUser(inquiry.client.user)?.name)
            let question = try asked.jsonText()
            let result = try await Subprocess.run(
                .name("sh"), arguments: ["-c", Self.script, path],
                environment: .custom([
                    "PATH": "/usr/local/bin:/usr/bin:/bin", "LOCD_QUESTION": question,
                ]), platformOptions: options, input: .none, output: .bytes(limit: Self.limit),
                error: .bytes(limit: Self.limit))
            guard result.terminationStatus.isSuccess else {
                return .failed("\(Self.words(result.terminationStatus)): \(Self.words(result.standardError))")
            }
            let text = Self.words(result.standardOutput)
            guard let answer = AuthorizationMachine.Answer(text) else {
                return .failed("printed \(text.quoted), which is not a valid answer")
            }
            return .answer(answer)
        } catch {
            return Task.isCancelled ? .cancelled : .failed("failed: \(error)")
        }
    }

    private static func words(_ status: TerminationStatus) -> String {
        switch status {
        case .exited(let code): "exited with status \(code)"
        case .signaled(let number): "was ended by signal \(number)"
        }
    }

    private static func words(_ bytes: [UInt8]) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        return String(text.reversed().drop(while: \.isWhitespace).reversed())
    }

    private func complain(_ words: String, _ inquiry: AuthorizationInquiry) {
        var metadata: Logger.Metadata = ["uid": "\(inquiry.client.user)", "agent": "\(path)"]
        if let unit = inquiry.client.unit { metadata["unit"] = "\(unit)" }
        logger.log(.agentFailed, "Agent \(words); no decision made", metadata: metadata)
    }
}

extension AuthorizationMachine.Answer {
    /// Reads `WORD` or `WORD ACCURACY`; `nil` for anything else.
    init?(_ text: String) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard let first = words.first, let word = Word(rawValue: String(first)), words.count <= 2 else { return nil }
        self.init(word: word)
        guard words.count == 2 else { return }
        guard let accuracy = AccuracyAuthorization(rawValue: String(words[1])) else { return nil }
        self.accuracy = accuracy
    }
}
