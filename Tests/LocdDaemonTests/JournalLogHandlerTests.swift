import LocdTestSupport
import Logging
import Testing

@testable import LocdDaemon

@Suite struct JournalLogHandlerTests {
    private func lines(isJournal: Bool, level: Logger.Level = .trace, _ body: (inout Logger) -> Void) -> String {
        let written = Locked<[UInt8]>([])
        var logger = Logger(label: "test") { _ in
            JournalLogHandler(isJournal: isJournal, threshold: LogThreshold(level)) { line in
                written.withLock { $0 += line }
            }
        }
        body(&logger)
        return String(decoding: written.withLock { $0 }, as: UTF8.self)
    }

    @Test func theJournalGetsSyslogPriorities() {
        let text = lines(isJournal: true) { logger in
            for level in Logger.Level.allCases { logger.log(level: level, "x") }
        }
        #expect(text == "<7>x\n<7>x\n<6>x\n<5>x\n<4>x\n<3>x\n<2>x\n")
    }

    @Test func aPersonGetsWords() {
        let text = lines(isJournal: false) { logger in
            logger.info("Hello")
            logger.critical("Help")
        }
        #expect(text == "info: Hello\ncritical: Help\n")
    }

    @Test func metadataFollowsSortedAndQuotedWhereNeeded() {
        let text = lines(isJournal: false) { logger in
            logger[metadataKey: "uid"] = "1000"
            logger.info("Hello", metadata: ["reason": "it is \"so\"", "a": "b=c", "empty": "", "uid": "0"])
        }
        #expect(text == "info: Hello a=\"b=c\" empty=\"\" reason=\"it is \\\"so\\\"\" uid=0\n")
    }

    @Test func aMessageIsOneLineWhateverIsInIt() {
        let text = lines(isJournal: true) { logger in
            logger.info("a\nb\r\nc\t\u{1B}[31m\u{85}\u{2028}ä🛰️", metadata: ["k\n<0>": "v\n<0>x"])
        }
        #expect(text == "<6>a\\nb\\r\\nc\\t\\u{1b}[31m\\u{85}\\u{2028}ä🛰️ k\\n<0>=v\\n<0>x\n")
    }

    @Test func levelsBelowTheOneAskedForAreDropped() {
        let text = lines(isJournal: false, level: .warning) { logger in
            logger.notice("no")
            logger.warning("yes")
        }
        #expect(text == "warning: yes\n")
    }
}
