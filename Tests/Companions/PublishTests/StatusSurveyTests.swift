import FoundationEssentials
import Glibc
import LocationModel
import LocationServices
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

    /// What was written at noon, by the unit if nothing else is said.
    @discardableResult
    func write(to file: String? = nil, _ change: (inout SinkStatus) -> Void = { _ in }) throws -> PublishStatus {
        var sink = SinkStatus(name: "home", type: "command")
        sink.acknowledged = 7
        sink.waiting = 2
        sink.updated = Timestamp("2026-11-20T12:00:00Z")
        change(&sink)
        let status = PublishStatus(sinks: [sink])
        try Data(try status.json()).write(to: URL(filePath: file ?? unitFile))
        return status
    }

    @Test func `Who may not look gets what the unit wrote, and when`() throws {
        let written = try write()
        let finding = StatusSurvey.look(at: try configuration(), unitFile: unitFile) { _ in nil }
        #expect(finding == .written(written))
        let now = try #require(Timestamp("2026-11-20T12:00:12Z"))
        let text = PublishStatusText(written, at: now, isWritten: true).text
        #expect(text.hasPrefix("home (command): idle; 2 records wait\n"))
        #expect(text.contains("written by locd-publish 12 s ago; for the present state, run as root (sudo)\n"))
        #expect(!PublishStatusText(written, at: now).text.contains("written by"))
    }

    @Test func `Who may not look where nothing is written learns nothing`() throws {
        #expect(StatusSurvey.look(at: try configuration(), unitFile: unitFile) { _ in nil } == .nothing)
    }

    @Test func `Who may look sees whether a process sends, and what waits`() throws {
        _ = try write()
        try folder.append(line(0), to: "2026-11-20.jsonl")
        for (isRunning, state) in [(true, SinkStatus.State.idle), (false, .stopped)] {
            let finding = StatusSurvey.look(
                at: try configuration(), unitFile: unitFile, now: try #require(Timestamp("2026-11-20T12:04:59Z"))
            ) { _ in isRunning }
            guard case .present(let status) = finding else {
                Issue.record("\(finding)")
                continue
            }
            #expect(status.sinks.map(\.state) == [state] && status.sinks.map(\.acknowledged) == [7])
        }
    }

    /// A disk that is full keeps the file beside the cursors as it was.
    @Test func `A status that is written no more is no sign of sending`() throws {
        let noon = try #require(Timestamp("2026-11-20T12:00:00Z"))
        let own = "\(folder.state)/status.json"
        try FileManager.default.createDirectory(atPath: folder.state, withIntermediateDirectories: true)
        try write(to: own) { $0.state = .sending }
        func sink(_ seconds: Double, isRunning: Bool = true) throws -> SinkStatus? {
            let finding = StatusSurvey.look(
                at: try configuration(), unitFile: unitFile, now: noon.advanced(bySeconds: seconds)
            ) { _ in isRunning }
            guard case .present(let status) = finding else { return nil }
            return status.sinks.first
        }
        #expect(try sink(290)?.state == .sending)
        let silent = try sink(310)
        #expect(silent?.state == .failing && silent?.lastError?.code == .state)
        #expect(silent?.lastError?.remedy.contains(folder.state) == true)
        #expect(try sink(310, isRunning: false)?.state == .stopped)

        try write { sink in
            sink.fails(SinkFailure(.state, "cannot write the cursor", "Free it."), at: noon)
            sink.updated = noon.advanced(bySeconds: 20)
        }
        #expect(try sink(30)?.state == .failing)
        #expect(try sink(30)?.lastError?.what == "cannot write the cursor" && sink(30)?.acknowledged == 7)
        try write(to: own) { $0.updated = noon.advanced(bySeconds: 25) }
        #expect(try sink(30)?.state == .idle)
    }

    @Test func `A sink that never ran is not running`() throws {
        try folder.append(line(0), to: "2026-11-20.jsonl")
        guard case .present(let status) = StatusSurvey.look(at: try configuration()) else {
            Issue.record("it may be looked at")
            return
        }
        #expect(status.sinks.map(\.state) == [.stopped] && status.sinks.map(\.waiting) == [1])
    }

    private func survey(_ configuration: PublishConfiguration) throws -> (status: SinkStatus, text: String) {
        guard
            case .present(let status) = StatusSurvey.look(at: configuration, unitFile: unitFile, isHeld: { _ in false })
        else { throw CancellationError() }
        return (try #require(status.sinks.first), PublishStatusText(status, at: WallClock.now).text)
    }

    @Test func `Imported files are said not to be sent, and do not wait`() throws {
        let imported = header.replacing("gpsd://localhost:2947", with: "file:tour.gpx")
        try folder.append(imported + line(0) + line(1), to: "2026-11-20.1.jsonl")
        var configuration = try configuration()
        var (status, text) = try survey(configuration)
        #expect(status.waiting == 0 && status.importedFiles == 1)
        #expect(
            text.contains("nothing waits") && text.contains("imported files are not sent (imported: false): 1 file\n"))
        // The same once they were passed.
        let cursor = try SinkCursor(path: folder.directory.path + "/state/home/cursor")
        try FileManager.default.createDirectory(
            atPath: folder.directory.path + "/state/home", withIntermediateDirectories: true)
        try folder.follower().acknowledge(2, in: cursor)
        try folder.append(header + line(5), to: "2026-11-20.jsonl")
        (status, text) = try survey(configuration)
        #expect(status.waiting == 1 && status.importedFiles == 1 && text.contains("; 1 record waits"))
        configuration.sinks[0].imported = true
        (status, text) = try survey(configuration)
        #expect(status.importedFiles == nil && !text.contains("imported"))
    }

    /// Lines of another kind, of a private region, or left out by accuracy or age do not wait.
    @Test func `What waits is counted as the sink will be given it`() throws {
        let region =
            #"{"type":"Feature","id":"home","geometry":{"type":"Point","coordinates":[8.5,47.5]},"#
            + #""properties":{"radius":100,"private":true}}"#
        let text = header + (0..<4000).map { line($0) + #"{"type":"loss","lines":1}"# + "\n" }.joined()
        try folder.append(text, to: "2026-11-20.jsonl")
        var configuration = try configuration()
        func waiting(_ change: (inout PublishSink) -> Void = { _ in }) throws -> Int? {
            var changed = configuration
            change(&changed.sinks[0])
            let status = try survey(changed).status
            #expect(status.isWaitingEstimated == nil)
            return status.waiting
        }
        #expect(try waiting() == 4000)
        #expect(try waiting { $0.accuracy = .reduced } == 5)
        #expect(try waiting { ($0.thinAfter, $0.thinTo) = (0.01, 60) } == 67)
        #expect(try waiting { $0.kind = .homeAssistant } == 0)
        #expect(try waiting { $0.since = .now } == 0)
        configuration.regions = folder.directory.path + "/regions.geojson"
        try Data(region.utf8).write(to: URL(filePath: configuration.regions))
        let zones = PrivacyZones(try RegionsFile.regions(at: configuration.regions) ?? [])
        var filter = SinkFilter(configuration.sinks[0], hiding: zones)
        let shown = (0..<4000).reduce(0) { $0 + filter.pass(.location(place($1)), at: WallClock.now).count }
        #expect(try waiting() == shown && shown < 4000)
        // Nobody knows what is private.
        try Data("{".utf8).write(to: URL(filePath: configuration.regions))
        #expect(try survey(configuration).status.isWaitingEstimated == true)
    }

    @Test func `A long backlog is estimated, within a percent`() throws {
        let note = #","note":"\#(String(repeating: "x", count: 1800))"}"#
        for day in 1...9 {
            let text = (0..<1200).map { line($0, day: "2026-11-0\(day)").replacing("}", with: note) }.joined()
            try folder.append(header + text, to: "2026-11-0\(day).jsonl")
        }
        let (status, text) = try survey(try configuration())
        #expect(status.isWaitingEstimated == true && text.contains("; about "))
        #expect(abs(try #require(status.waiting) - 10_800) < 108)
    }

    @Test func `The bytes of the day are those of the cursor, not of an earlier report`() throws {
        let now = WallClock.now
        _ = try write { ($0.bytesToday, $0.updated, $0.acknowledged) = (5000, now, 3) }
        try FileManager.default.createDirectory(
            atPath: folder.directory.path + "/state/home", withIntermediateDirectories: true)
        let cursor = try SinkCursor(path: folder.directory.path + "/state/home/cursor")
        try folder.append(line(0), to: "2026-11-20.jsonl")
        var position = try #require(folder.follower().next()).position
        (position.sequence, position.day, position.bytes) = (426, now.day, 111_600)
        try cursor.add(position)
        let (status, text) = try survey(try configuration())
        #expect(status.acknowledged == 426 && status.bytesToday == 111_600 && text.contains("today: 112 kB"))
        position.day = now.advanced(bySeconds: -172_800).day
        _ = try write { ($0.bytesToday, $0.updated) = (5000, now.advanced(bySeconds: -172_800)) }
        try cursor.add(position)
        #expect(try survey(try configuration()).status.bytesToday == 0)
        // It is written before the last delivery of a burst.
        try write { ($0.state, $0.updated) = (.sending, now) }
        guard
            case .present(let status) = StatusSurvey.look(
                at: try configuration(), unitFile: unitFile, isHeld: { _ in true })
        else {
            Issue.record("not present")
            return
        }
        #expect(status.sinks.first?.waiting == 0 && status.sinks.first?.state == .idle)
    }

    @Test func `Our own file has all of the status, for its user only`() throws {
        let (own, open) = (folder.directory.path + "/own", folder.directory.path + "/open")
        let board = StatusBoard([SinkStatus(name: "home", type: "command")], file: own, publicFile: open)
        var sink = SinkStatus(name: "home", type: "command")
        (sink.acknowledged, sink.lastAcknowledgement, sink.state) = (7, WallClock.now, .sending)
        sink.unreadableFiles = ["2026-11-20.jsonl.gz is damaged"]
        board.take(sink)
        #expect(PublishStatus(path: own)?.sinks.first == sink)
        #expect(PublishStatus(path: open)?.sinks.first?.unreadableFiles == [])
        #expect(PublishStatus(path: open)?.sinks.first == sink.redacted)
        var status = stat()
        #expect(stat(own, &status) == 0 && status.st_mode & 0o777 == 0o600)
        #expect(stat(open, &status) == 0 && status.st_mode & 0o777 == 0o644)
    }

    @Test func `When every user's files are written says nothing of the track`() throws {
        let (open, metrics) = (folder.directory.path + "/open", folder.directory.path + "/metrics")
        var sink = SinkStatus(name: "home", type: "command")
        let board = StatusBoard([sink], file: nil, publicFile: open, metrics: metrics)
        func isWritten(_ state: SinkStatus.State, _ second: Int, publishing: Bool = false) -> Bool {
            unlink(open)
            unlink(metrics)
            let now = place(second).timestamp
            (sink.state, sink.updated) = (state, now)
            if publishing { board.publish(at: now) } else { board.take(sink, at: now) }
            let updated = PublishStatus(path: open)?.sinks.first?.updated
            #expect(updated == nil || updated == now)
            #expect((access(metrics, F_OK) == 0) == (updated != nil))
            return updated != nil
        }
        #expect(isWritten(.idle, 0))
        #expect(!isWritten(.sending, 5) && !isWritten(.waiting, 10) && !isWritten(.idle, 29))
        #expect(isWritten(.idle, 30, publishing: true))
        #expect(isWritten(.failing, 31) && !isWritten(.failing, 36) && isWritten(.sending, 41))
    }

    @Test func `An end that is forced leaves no sink sending, nor touches the status of another process`() throws {
        let (own, open) = (folder.directory.path + "/own", folder.directory.path + "/open")
        var sinks = ["a", "b"].map { SinkStatus(name: $0, type: "command") }
        let board = StatusBoard(sinks, file: own, publicFile: open)
        board.end()
        #expect(PublishStatus(path: own) == nil && PublishStatus(path: open) == nil)
        for (index, state) in [SinkStatus.State.sending, .failing].enumerated() {
            (sinks[index].state, sinks[index].updated) = (state, WallClock.now)
            board.take(sinks[index])
        }
        board.end()
        for file in [own, open] { #expect(PublishStatus(path: file)?.sinks.map(\.state) == [.stopped, .failing]) }
    }

    @Test func `Metrics that cannot be written are reported once`() throws {
        let path = folder.directory.path + "/metrics"
        let sinks = [SinkStatus(name: "home", type: "command")]
        let now = place(0).timestamp
        #expect(!StatusBoard(sinks, file: nil, metrics: path).publish(at: now))
        let board = StatusBoard(sinks, file: nil, metrics: path + "/missing/x.prom")
        #expect(board.publish(at: now) && !board.publish(at: now))
    }

    @Test(.timeLimit(.minutes(15))) func `Sending once leaves the status to the process that sends`() throws {
        let configuration = try configuration()
        let sink = try #require(configuration.sinks.first)
        try FileManager.default.createDirectory(atPath: configuration.state, withIntermediateDirectories: true)
        let service = try RunLock(folder: "\(configuration.state)/\(sink.name)", sink: sink.name)
        withExtendedLifetime(service) {
            let board = StatusBoard([SinkStatus(name: sink.name, type: "command")], file: unitFile)
            let runner = SinkRunner(
                sink, of: configuration, mode: .once(timeout: 3600), stop: StopSignal(), board: board, credentials: nil)
            #expect(!runner.run())
            #expect(PublishStatus(path: unitFile) == nil)
        }
    }

    @Test(.timeLimit(.minutes(15))) func `What cannot be set up ends sending once, immediately`() throws {
        var configuration = try configuration()
        configuration.state += "/missing/state"
        let sink = try #require(configuration.sinks.first)
        let board = StatusBoard([SinkStatus(name: "home", type: "command")], file: unitFile)
        let runner = SinkRunner(
            sink, of: configuration, mode: .once(timeout: 3600), stop: StopSignal(), board: board, credentials: nil)
        #expect(!runner.run())
        let status = try #require(PublishStatus(path: unitFile)?.sinks.first)
        let error = try #require(status.lastError)
        #expect(error.code == .state && error.what.contains("No such file or directory"))
        #expect(status.state == .failing)
    }
}
