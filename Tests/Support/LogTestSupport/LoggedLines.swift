import LocdTestSupport
package import Logging

@testable import LocdLog

/// A logger whose lines a test reads.
package final class LoggedLines: Sendable {
    private let lines = Watched<[String]>([])

    package init() {}

    package var all: [String] { lines.value }
    package var text: String { all.joined(separator: "\n") }

    package var logger: Logger {
        Logger(label: "test") { _ in
            JournalLogHandler(isJournal: false, threshold: LogThreshold(.trace)) { bytes in
                let line = String(decoding: bytes.dropLast(), as: UTF8.self)
                self.lines.change { $0.append(line) }
            }
        }
    }

    /// Waits until the lines are as expected.
    package func wait(until isExpected: @escaping @Sendable ([String]) -> Bool) async {
        await lines.wait(until: isExpected)
    }
}
