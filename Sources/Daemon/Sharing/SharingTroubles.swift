import Synchronization
import SystemSupport

/// The listeners that failed, by configuration key and perhaps address, and which failures are worth a log line.
final class SharingTroubles: Sendable {
    private struct Trouble {
        var reporter = FailureReporter()
        var sentence: String?
    }

    private let troubles = Mutex<[String: Trouble]>([:])

    /// The reason for each failure, in the order of the addresses.
    var sentences: [String] {
        troubles.withLock { troubles in
            troubles.compactMap { subject, trouble in
                trouble.sentence.map { "\(subject.prefix { $0 != " " }): \($0)" }
            }.sorted()
        }
    }

    /// Notes a failure and returns whether to report it.
    func fails(_ subject: String, _ sentence: String, at now: Duration) -> Bool {
        troubles.withLock { troubles in
            troubles[subject, default: Trouble()].sentence = sentence
            return troubles[subject, default: Trouble()].reporter.fails(at: now)
        }
    }

    /// Notes a success and returns whether to report it.
    func succeeds(_ subject: String) -> Bool {
        troubles.withLock { troubles in
            troubles[subject, default: Trouble()].sentence = nil
            return troubles[subject, default: Trouble()].reporter.succeeds()
        }
    }
}
