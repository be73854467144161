import LocationModel
import LocdProtocol
import Testing

@Suite struct WhyReplyTests {
    private func outcome(_ outcome: ReportedOutcome.Outcome, _ reason: String? = nil) -> ReportedOutcome {
        var fix = ReportedOutcome(outcome, reason: reason, count: 1, age: .seconds(1), duration: .zero)
        fix.setFigures(measured: 12.345, limit: 1e9)
        return fix
    }

    @Test func `Without coordinates no movement is disclosed`() {
        let health = [outcome(.outage, "unplugged"), outcome(.withheld, "inaccurate"), outcome(.withheld, "tooOld")]
        let refused = RejectionReason.allCases.map { outcome(.rejected, $0.rawValue) }
        let movement =
            [outcome(.recorded)]
            + ["distanceFilter", "minimumInterval", "stationary", "paused", "tooFast"].map { outcome(.withheld, $0) }
            // What a newer daemon may hold back, nobody knows what it tells.
            + [outcome(.withheld, "unheardOf")]
        let reply = WhyReply(isRecording: true, fixes: health + refused + movement)
        for status in AuthorizationStatus.allCases {
            let redacted = reply.redacted(for: Authorization(status))
            #expect(redacted.authorizationStatus == status)
            let allowed = health + refused.filter { $0.reason != "frozen" }
            #expect(redacted.fixes == (status.isAuthorized ? reply.fixes : allowed))
        }
    }

    @Test func `Figures are rounded and never break the reply`() throws {
        var fix = outcome(.withheld, "tooFast")
        #expect(fix.measured == 12.35)
        fix.setFigures(measured: .infinity, limit: .nan)
        #expect(fix.measured == nil && fix.limit == nil)
        #expect(try WhyReply(isRecording: true, fixes: [fix]).jsonText().contains("\"reason\":\"tooFast\""))
    }

    @Test func `Parameters that make no sense are named`() throws {
        var parameters = WhyParameters()
        #expect(try parameters.effectiveLimit == WhyParameters.maximumLimit)
        for limit in [0, -1, 1001, .max] {
            parameters.limit = limit
            #expect(throws: VarlinkError.invalidParameter("limit")) { try parameters.effectiveLimit }
        }
        parameters.from = "12:03"
        #expect(throws: VarlinkError.invalidParameter("from")) { try parameters.firstMoment }
        parameters.to = ""
        #expect(throws: VarlinkError.invalidParameter("to")) { try parameters.endMoment }
        let moment = Timestamp("2026-11-21T12:03:00Z")
        #expect(try WhyParameters(from: moment?.description).firstMoment == moment)
    }
}
