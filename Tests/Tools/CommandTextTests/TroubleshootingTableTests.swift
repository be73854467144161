import Foundation
import LocationModel
import LocdClient
import LocdProtocol
import LocdTestSupport
import Testing

@testable import CommandText

/// The table of Documentation/Administration.md, "What to do when locd status says …", against what status says.
@Suite struct TroubleshootingTableTests {
    /// A row: the words that are looked up, and what they stand for, by the names of the interface.
    private struct Row {
        let words: String
        let names: [String]
        let isRecorder: Bool
    }

    private static func rows() throws -> [Row] {
        let text = try String(contentsOfFile: Checkout.path("Documentation/Administration.md"), encoding: .utf8)
        let table = try #require(text.split(separator: "## What to do when").last)
        return table.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst().map { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            return Row(
                words: cells[0], names: cells[1].matches(of: /`([A-Za-z0-9]+)`/).map { String($0.output.1) },
                isRecorder: cells[1].hasPrefix("recorder"))
        }
    }

    private static let sources = ["gpsd://localhost:2947", "serial:/dev/ttyUSB0", "file:/srv/drive.nmea"]

    /// What a person sees, without the columns.
    private static func seen(_ status: StatusReply) -> String {
        StatusText(status).text.replacing(/[ \n]+/, with: " ")
    }

    private static func status(_ state: ReceiverState, _ cause: OutageCause?, _ source: String) -> StatusReply {
        var status = Statuses.bare(state, cause)
        status.receiver.source = source
        return status
    }

    /// Every status that a row is about; one of them must say its words.
    private static func statuses(of row: Row) throws -> [StatusReply] {
        if row.isRecorder {
            var status = try Statuses.fixed()
            guard let name = row.names.first else {
                status.recorder.held = ["inaccurate": 3]
                return [status]
            }
            status.recorder.state = try #require(RecorderStatus.State(rawValue: name))
            status.recorder.cause = status.recorder.state == .paused ? "stationary" : row.names.dropFirst().first
            return [status]
        }
        if row.names == ["problems"] {
            var status = try Statuses.fixed()
            // As the daemon writes them, see Reload and DaemonStatus.
            status.problems = [
                "configuration refused: /etc/locd/locd.yaml:12:3: receiver.sorce is unknown",
                "an old track file cannot be compressed or removed: see journalctl -u locd",
            ]
            return [status]
        }
        let state = try #require(row.names.first.flatMap { ReceiverState(rawValue: $0) }, "\(row.words)")
        let cause = try row.names.dropFirst().first.map { try #require(OutageCause(rawValue: $0), "\($0)") }
        return sources.map { self.status(state, cause, $0) }
    }

    @Test func `Every row has the words that status prints`() throws {
        let rows = try Self.rows()
        #expect(rows.count > 20)
        for row in rows where row.names.first != nil || row.isRecorder {
            let seen = try Self.statuses(of: row).map(Self.seen)
            #expect(seen.contains { $0.contains(row.words) }, "\(row.words): \(seen)")
        }
        let unreachable = LocdClientError(.notReachable, socketPath: "/run/locd/locd.sock")
        let unnamed = rows.filter { $0.names.isEmpty && !$0.isRecorder }
        #expect(unnamed.map { unreachable.problem.contains($0.words) } == [true])
    }

    @Test(arguments: sources) func `Whatever status says of a receiver stands in the table`(_ source: String) throws {
        let known = Set(try Self.rows().map(\.words))
        for state in ReceiverState.allCases where !state.hasFix {
            // Of a private region only a client's stream tells.
            for cause in OutageCause.allCases where cause != .privateRegion {
                let words = Self.status(state, cause, source).receiver.words
                #expect(known.contains(words), "\(state) \(cause): \(words)")
            }
        }
    }
}
