import LocationModel
import LocdProtocol
import Testing

@testable import CommandText

@Suite struct PublishReportTests {
    private let now = Timestamp("2026-11-22T12:00:00Z") ?? .earliest

    private func report(_ text: String) -> PublishReport? { PublishReport(json: Array(text.utf8), now: now) }

    @Test func `Each sink has a row`() throws {
        let report = report(
            """
            {"sinks":[{"name":"home","type":"owntracks-http","state":"idle","updated":"2026-11-22T11:59:58Z"},
            {"name":"broker","type":"mqtt","state":"failing","updated":"2026-11-22T11:59:58Z",
            "lastError":{"what":"the connection to the broker was lost","remedy":"check"}},
            {"name":"ha","type":"homeassistant","state":"idle","updated":"2026-11-22T11:50:00Z"}]}
            """)
        let text = StatusText(try Statuses.fixed(), publishing: report).text
        #expect(
            text.contains(
                """
                Publish    home (owntracks-http) · idle
                           broker (mqtt) · failing
                           the connection to the broker was lost; see locd publish status
                           ha (homeassistant) · no report for 10 min
                Daemon     locd
                """), "\(text)")
    }

    @Test func `Without a report there is no row`() throws {
        #expect(!StatusText(try Statuses.fixed()).text.contains("Publish"))
    }

    @Test(arguments: ["", "{", "[]", "{\"sinks\":5}", "{\"sink\":[]}", "null"])
    func `What is no report is none`(text: String) {
        #expect(report(text) == nil)
    }

    /// The file can be replaced by whatever runs as locd-publish.
    @Test func `Hostile values are bounded`() throws {
        let sink = { (more: String) in "{\"name\":\"a\",\"type\":\"mqtt\",\"state\":\"idle\"\(more)}" }
        let many = Array(repeating: sink(""), count: 100).joined(separator: ",")
        #expect(report("{\"sinks\":[\(many)]}")?.sinks.count == 32)
        let odd = sink(
            ",\"updated\":\"2099-01-01T00:00:00Z\",\"lastError\":{\"what\":\"\\u001b[2J"
                + String(repeating: "x", count: 10_000) + "\"}")
        let hostile = try #require(self.report("{\"sinks\":[\(odd),5,{}]}"))
        #expect(hostile.sinks.map(\.age) == [0])
        let text = StatusText(try Statuses.fixed(), publishing: hostile).text
        #expect(!text.contains("\u{1B}") && text.count < 2000)
    }
}
