import FoundationEssentials
import Glibc
import LocationModel
import LocdConfiguration
import LocdTestSupport
import Testing

@testable import Publish

/// What `locd publish status` knows, and from whom.
struct StatusSurveyTests {
    let folder: TrackFolder
    var unitFile: String { folder.directory.path + "/status.json" }

    init() throws { folder = try TrackFolder() }

    func configuration() throws -> PublishConfiguration {
        try PublishConfiguration.read(
            Array(
                """
                tracks: \(folder.tracks)
                state: \(folder.state)
                regions: \(folder.directory.path)/none.geojson
                sinks:
                  - name: home
                    type: command
                    command: [/bin/true]
                """.utf8), name: "publish.yaml")
    }

    /// What the unit wrote, at noon.
    func write(_ change: (inout SinkStatus) -> Void = { _ in }) throws -> PublishStatus {
        var sink = SinkStatus(name: "home", type: "command")
        sink.acknowledged = 7
        sink.waiting = 2
        sink.updated = Timestamp("2026-11-20T12:00:00Z")
        change(&sink)
        let status = PublishStatus(sinks: [sink])
        try Data(try status.json()).write(to: URL(filePath: unitFile))
        return status
    }

    @Test func whoMayNotLookGetsWhatTheUnitWrote_AndWhen() throws {
        let written = try write()
        let finding = StatusSurvey.look(at: try configuration(), unitFile: unitFile) { _ in nil }
        #expect(finding == .written(written))
        let now = try #require(Timestamp("2026-11-20T12:00:12Z"))
        let text = PublishStatusText(written, at: now, isWritten: true).text
        #expect(text.hasPrefix("home (command): idle; about 2 records wait\n"))
        #expect(text.contains("written by locd-publish 12 s ago; for the present state, run as root (sudo)\n"))
        #expect(!PublishStatusText(written, at: now).text.contains("written by"))
    }

    @Test func whoMayNotLookWhereNothingIsWrittenLearnsNothing() throws {
        #expect(StatusSurvey.look(at: try configuration(), unitFile: unitFile) { _ in nil } == .nothing)
    }

    @Test func whoMayLookSeesWhetherAProcessSends_AndWhatWaits() throws {
        _ = try write()
        try folder.append(line(0), to: "2026-11-20.jsonl")
        for (isRunning, state) in [(true, SinkStatus.State.idle), (false, .stopped)] {
            let finding = StatusSurvey.look(at: try configuration(), unitFile: unitFile) { _ in isRunning }
            guard case .present(let status) = finding else {
                Issue.record("\(finding)")
                continue
            }
            #expect(status.sinks.map(\.state) == [state] && status.sinks.map(\.acknowledged) == [7])
        }
    }

    @Test func aSinkThatNeverRanIsNotRunning() throws {
        try folder.append(line(0), to: "2026-11-20.jsonl")
        guard case .present(let status) = StatusSurvey.look(at: try configuration()) else {
            Issue.record("it may be looked at")
            return
        }
        #expect(status.sinks.map(\.state) == [.stopped] && status.sinks.map(\.waiting) == [1])
    }

    @Test(.timeLimit(.minutes(1))) func whatCannotBeSetUpEndsSendingOnce_Immediately() throws {
        var configuration = try configuration()
        configuration.state += "/missing/state"
        let sink = try #require(configuration.sinks.first)
        let board = StatusBoard([SinkStatus(name: "home", type: "command")], files: [], metrics: nil)
        let runner = SinkRunner(
            sink, of: configuration, mode: .once(timeout: 3600), stop: StopSignal(), board: board, credentials: nil)
        #expect(!runner.run())
        let error = try #require(board.all.first?.lastError)
        #expect(error.code == .state && error.what.contains("No such file or directory"))
        #expect(board.all.first?.state == .failing)
    }
}
