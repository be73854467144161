import Synchronization
import SystemSupport

/// The listeners that failed, by configuration key and perhaps address, and which failures are worth a log line.
final class SharingProblems: Sendable {
    private struct Problem {
        var reporter = FailureReporter()
        var sentence: String?
    }

    private let problems = Mutex<[String: Problem]>([:])

    /// The reason for each failure, in the order of the addresses.
    var sentences: [String] {
        problems.withLock { problems in
            problems.compactMap { subject, problem in
                problem.sentence.map { "\(subject.prefix { $0 != " " }): \($0)" }
            }.sorted()
        }
    }

    /// Notes a failure and returns whether to report it.
    func fails(_ subject: String, _ sentence: String, at now: Duration) -> Bool {
        problems.withLock { problems in
            problems[subject, default: Problem()].sentence = sentence
            return problems[subject, default: Problem()].reporter.fails(at: now)
        }
    }

    /// Notes a success and returns whether to report it.
    func succeeds(_ subject: String) -> Bool {
        problems.withLock { problems in
            problems[subject, default: Problem()].sentence = nil
            return problems[subject, default: Problem()].reporter.succeeds()
        }
    }
}
