import Synchronization
import SystemSupport

/// What cannot be served, by the key of the configuration and perhaps an address behind it, and which of the failures are worth a line in the log.
final class SharingTroubles: Sendable {
    private struct Trouble {
        var reporter = FailureReporter()
        var sentence: String?
    }

    private let troubles = Mutex<[String: Trouble]>([:])

    init() {}

    /// Why each that fails does, in the order of their addresses.
    var sentences: [String] {
        troubles.withLock { troubles in
            troubles.compactMap { subject, trouble in
                trouble.sentence.map { "\(subject.prefix { $0 != " " }): \($0)" }
            }.sorted()
        }
    }

    /// It failed; whether to report that.
    func fails(_ subject: String, _ sentence: String, at now: Duration) -> Bool {
        troubles.withLock { troubles in
            troubles[subject, default: Trouble()].sentence = sentence
            return troubles[subject, default: Trouble()].reporter.fails(at: now)
        }
    }

    /// It worked; whether to report that.
    func succeeds(_ subject: String) -> Bool {
        troubles.withLock { troubles in
            troubles[subject, default: Trouble()].sentence = nil
            return troubles[subject, default: Trouble()].reporter.succeeds()
        }
    }
}
