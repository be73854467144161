import LocdTestSupport
import Logging
import Testing

@testable import LocdLog

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

    @Test func `The journal gets syslog priorities`() {
        let text = lines(isJournal: true) { logger in
            for level in Logger.Level.allCases { logger.log(level: level, "x") }
        }
        #expect(text == "<7>x\n<7>x\n<6>x\n<5>x\n<4>x\n<3>x\n<2>x\n")
    }

    @Test func `A person gets words`() {
        let text = lines(isJournal: false) { logger in
            logger.info("Hello")
            logger.critical("Help")
        }
        #expect(text == "info: Hello\ncritical: Help\n")
    }

    @Test func `Metadata follows sorted and quoted where needed`() {
        let text = lines(isJournal: false) { logger in
            logger[metadataKey: "uid"] = "1000"
            logger.info("Hello", metadata: ["reason": "it is \"so\"", "a": "b=c", "empty": "", "uid": "0"])
        }
        #expect(text == "info: Hello a=\"b=c\" empty=\"\" reason=\"it is \\\"so\\\"\" uid=0\n")
    }

    @Test func `A message is one line whatever is in it`() {
        let text = lines(isJournal: true) { logger in
            logger.info("a\nb\r\nc\t\u{1B}[31m\u{85}\u{2028}ä🛰️", metadata: ["k\n<0>": "v\n<0>x"])
        }
        #expect(text == "<6>a\\nb\\r\\nc\\t\\u{1b}[31m\\u{85}\\u{2028}ä🛰️ k\\n<0>=v\\n<0>x\n")
    }

    @Test func `Levels below the one asked for are dropped`() {
        let text = lines(isJournal: false, level: .warning) { logger in
            logger.notice("no")
            logger.warning("yes")
        }
        #expect(text == "warning: yes\n")
    }

    @Test func `The journal gets the fields of a message, and a person does not`() {
        let entries = Locked<[[JournalSocket.Field]]>([])
        let lines = Locked<[UInt8]>([])
        for isJournal in [true, false] {
            let logger = Logger(label: "test") { _ in
                JournalLogHandler(isJournal: isJournal, threshold: LogThreshold(.info)) { fields in
                    entries.withLock { $0.append(fields) }
                    return true
                } write: { line in
                    lines.withLock { $0 += line }
                }
            }
            logger.log(.trackRepaired, "cut", metadata: ["device": "/dev/ttyUSB0"])
            logger.log(.connectionEnded, "below the threshold")
        }
        let fields = entries.withLock { $0 }
        #expect(fields.count == 1)
        #expect(
            fields.first?.map { "\($0.name)=\($0.value)" } == [
                "MESSAGE=cut device=/dev/ttyUSB0", "PRIORITY=4", "SYSLOG_IDENTIFIER=locd",
                "MESSAGE_ID=\(LogMessage.trackRepaired.identifier)", "LOCD_MESSAGE=trackRepaired",
                "LOCD_DEVICE=/dev/ttyUSB0",
            ])
        #expect(String(decoding: lines.withLock { $0 }, as: UTF8.self) == "warning: cut device=/dev/ttyUSB0\n")
    }

    @Test func `Without the journal lines go to standard error`() {
        let text = lines(isJournal: true) { $0.log(.started, "Hello") }
        #expect(text == "<5>Hello\n")
    }
}
