import CommandText
import LocationModel
import LocdProtocol
import Phrasing
import Testing

@Suite struct WhyTextTests {
    private let now = Timestamp("2026-11-21T12:10:00Z") ?? .latest

    private func fix(
        _ outcome: ReportedOutcome.Outcome, _ reason: String? = nil, at time: String? = "12:03:05.000",
        to: String? = nil,
        count: Int = 1, age: Duration = .seconds(60), lasting: Duration = .zero, _ measured: Double? = nil,
        _ limit: Double? = nil
    ) -> ReportedOutcome {
        var fix = ReportedOutcome(outcome, reason: reason, count: count, age: age, duration: lasting)
        fix.timestamp = time.map { "2026-11-21T\($0)Z" }
        fix.lastTimestamp = (to ?? time).map { "2026-11-21T\($0)Z" }
        fix.setFigures(measured: measured, limit: limit)
        return fix
    }

    private func line(_ fix: ReportedOutcome) -> String {
        let lines = WhyText(WhyReply(isRecording: true, fixes: [fix]), at: now).text.split(separator: "\n")
        #expect(lines.count == 2 && lines.first == "2026-11-21 (UTC)")
        return lines.last.map(String.init) ?? ""
    }

    @Test func `What is alike in a row is a line`() {
        let fixes = [
            fix(.withheld, "distanceFilter", at: "12:03:05.000", 4.2, 10),
            fix(.withheld, "distanceFilter", at: "12:03:06.000", 8.4, 10),
            fix(.withheld, "distanceFilter", at: "12:03:07.000", 9.9, 10),
            fix(.recorded, at: "12:03:08.000", 3.2), fix(.withheld, "distanceFilter", at: "12:03:09.000", 4.2, 10),
        ]
        let lines = WhyText(WhyReply(isRecording: true, fixes: fixes), at: now).text.split(separator: "\n").dropFirst()
        #expect(
            lines.map(String.init) == [
                "12:03:05 to 12:03:07 (3 fixes) not recorded: 9.9 m from the last recorded location, distanceFilter is 10 m",
                "12:03:08 recorded, ± 3.2 m",
                "12:03:09 not recorded: 4.2 m from the last recorded location, distanceFilter is 10 m",
            ])
    }

    @Test func `Times are those of the reader's clocks`() {
        let calendar = LocalCalendar { _ in 13 * 3600 }
        let reply = WhyReply(isRecording: true, fixes: [fix(.recorded, nil, 3.2)])
        #expect(WhyText(reply, at: now, calendar: calendar).text == "2026-11-22\n01:03:05 recorded, ± 3.2 m\n")
    }

    @Test func `What was refused before it became a fix is a note`() {
        var reply = WhyReply(isRecording: true, fixes: [fix(.recorded, nil, 3.2)])
        #expect(WhyText(reply, at: now).notes.isEmpty)
        reply.refused = "7 refused as too long, 30 accepted"
        #expect(
            WhyText(reply.redacted(for: Authorization(.denied)), at: now).notes.contains {
                $0.contains("7 refused as too long")
            })
    }

    /// Whenever it is asked, the answer is the same.
    @Test func `An outage stays where it is`() {
        var outage = fix(.outage, "unplugged", at: nil, count: 0, age: .milliseconds(30_137), lasting: .seconds(90))
        outage.approximateTimestamp = "2026-11-21T12:08:00.000Z"
        #expect(line(outage) == "about 12:08:00 to 12:09:30 no fix: the receiver was unplugged")
    }

    /// The moment of the question is no end.
    @Test func `An outage that lasts has no end`() {
        var outage = fix(.outage, "unplugged", at: nil, count: 0, age: .zero, lasting: .milliseconds(120_137))
        outage.approximateTimestamp = "2026-11-21T12:08:00.000Z"
        #expect(line(outage) == "since about 12:08:00 no fix: the receiver was unplugged")
        let region = fix(.outage, "privateRegion", at: "12:01:00.000", count: 0, age: .zero, lasting: .seconds(540))
        #expect(line(region).hasPrefix("since 12:01:00 "))
        let over = fix(.outage, "noFix", at: nil, count: 0, age: .milliseconds(1), lasting: .seconds(9))
        #expect(!line(over).contains("since"))
    }

    @Test func `A fix that was held back says why and by how much`() {
        #expect(
            line(fix(.withheld, "distanceFilter", 4.2, 10))
                == "12:03:05 not recorded: 4.2 m from the last recorded location, distanceFilter is 10 m")
        #expect(
            line(fix(.withheld, "inaccurate", at: "12:03:05.250", 140, 100))
                == "12:03:05.250 not recorded: accurate to 140 m, maximumHorizontalAccuracy is 100 m")
        #expect(
            line(fix(.withheld, "tooFast", 512.34, 100))
                == "12:03:05 not recorded: implies 512.3 m/s, maximumSpeed is 100 m/s")
        #expect(line(fix(.recorded, nil, 3.2)) == "12:03:05 recorded, ± 3.2 m")
        #expect(
            line(fix(.rejected, "timeBackwards", 0.5)) == "12:03:05 not usable: 0.5 s earlier than the previous fix")
        #expect(
            line(fix(.rejected, "timeForwards", 6.3e8))
                == "12:03:05 not usable: 20 years later than the previous fix")
        #expect(
            line(fix(.rejected, "timeForwards", 172_801))
                == "12:03:05 not usable: 2 days later than the previous fix")
    }

    @Test func `Many alike are a line`() {
        #expect(
            line(fix(.withheld, "paused", to: "12:09:30.000", count: 386, 12, 50))
                == "12:03:05 to 12:09:30 (386 fixes) not recorded: recording paused, standing still "
                + "(12 m from the parked position, resumes beyond 50 m)")
    }

    @Test func `Without a time of the receiver it is about when it arrived`() {
        #expect(
            line(fix(.rejected, "noFix", at: nil, count: 61, age: .seconds(120), lasting: .seconds(60)))
                == "about 12:07:00 to 12:08:00 (61 fixes) not usable: the receiver had no fix")
        #expect(
            line(fix(.outage, "unplugged", at: nil, count: 0, age: .seconds(30), lasting: .seconds(90)))
                == "about 12:08:00 to 12:09:30 no fix: the receiver was unplugged")
    }

    @Test(arguments: ["newReason\u{1B}[2J", ""])
    func `An unknown reason is shown safely`(reason: String) {
        for outcome in [ReportedOutcome.Outcome.withheld, .rejected, .outage] {
            #expect(!line(fix(outcome, reason)).contains("\u{1B}"))
        }
    }

    @Test func `Every reason has words of its own`() {
        let withheld: [RejectionReason] = [
            .inaccurate, .tooOld, .tooFast, .distanceFilter, .minimumInterval, .stationary, .paused, .notTrusted,
        ]
        let rejected = RejectionReason.allCases.filter { !withheld.contains($0) }
        let lines =
            withheld.map { line(fix(.withheld, $0.rawValue)) } + rejected.map { line(fix(.rejected, $0.rawValue)) }
            + OutageCause.allCases.map { line(fix(.outage, $0.rawValue, at: nil, count: 0, lasting: .seconds(1))) }
        for (reason, line) in zip(withheld + rejected, lines) {
            #expect(!line.hasSuffix(": \(reason.rawValue)"), "\(line)")
        }
        #expect(Set(lines).count >= lines.count - 1)
    }

    @Test func `Other events are shown`() {
        var reply = WhyReply(isRecording: false, isNearest: true, isCut: true, fixes: [fix(.recorded)])
        #expect(WhyText(reply, at: now).notes.count == 3)
        reply = reply.redacted(for: Authorization(.notDetermined))
        let notes = WhyText(reply, at: now).notes
        #expect(notes.contains { $0.contains("locd client allow") })
        #expect(notes.contains { $0.hasPrefix("You may not see recent fixes") })
        #expect(WhyText(WhyReply(isRecording: true, fixes: [fix(.recorded)]), at: now).notes.isEmpty)
    }
}
