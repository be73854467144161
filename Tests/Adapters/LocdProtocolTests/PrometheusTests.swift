import LocationModel
import Testing

@testable import LocdProtocol

@Suite struct PrometheusTests {
    private func reply() -> StatusReply {
        var receiver = ReceiverStatus(source: "serial:/dev/tty\"USB0", state: .fix3D, stateAge: .seconds(12))
        receiver.satellitesUsed = 9
        var location = Location(
            timestamp: .earliest, coordinate: Coordinate(latitude: 47.5012345, longitude: 8.7054321))
        location.horizontalAccuracy = 3.25
        location.altitude = 447.5
        var reply = StatusReply(
            uptime: .milliseconds(90_500), receiver: receiver, lastLocation: (location, .milliseconds(250)),
            fixes: FixCounts(accepted: 30, rejected: [.noFix: 8], altitudesRejected: 1),
            recorder: RecorderStatus(
                state: .recording, stateAge: .seconds(10), lines: 20, bytes: 1_234_567_890_123, queued: 2, lost: 3,
                held: [.stationary: 10, .inaccurate: 7]),
            clients: 4, problems: ["configuration refused: x"])
        reply.recorder.file = "/var/lib/locd/tracks/2026-11-21.jsonl"
        return reply
    }

    @Test func `The figures of the status are there`() {
        let lines = Set(reply().prometheusText.split(separator: "\n").map(String.init))
        for line in [
            "locd_build_info{version=\"\(LocdRelease.version)\"} 1", "locd_uptime_seconds 90.5",
            #"locd_receiver_state{state="fix3D"} 1"#, #"locd_receiver_state{state="absent"} 0"#,
            "locd_receiver_state_age_seconds 12", "locd_receiver_satellites_used 9",
            "locd_location_age_seconds 0.25", "locd_location_horizontal_accuracy_meters 3.3",
            "locd_fixes_accepted_total 30", #"locd_fixes_rejected_total{reason="noFix"} 8"#,
            #"locd_fixes_rejected_total{reason="frozen"} 0"#, "locd_altitudes_rejected_total 1",
            #"locd_recorder_state{state="recording"} 1"#, #"locd_recorder_held_total{reason="inaccurate"} 7"#,
            "locd_track_lines_written_total 20", "locd_track_written_bytes_total 1234567890123",
            "locd_track_lines_lost_total 3", "locd_track_lines_queued 2", "locd_clients 4", "locd_problems 1",
        ] {
            #expect(lines.contains(line), "\(line) is not in \(reply().prometheusText)")
        }
    }

    @Test func `Unknown values are absent`() {
        let text = StatusReply(
            uptime: .seconds(1), receiver: ReceiverStatus(source: "x", state: .absent, stateAge: Duration.zero),
            fixes: FixCounts(), recorder: RecorderStatus(state: .off, stateAge: Duration.zero)
        ).prometheusText
        for name in ["satellites", "location_age", "accuracy", "sync_age"] { #expect(!text.contains(name), "\(text)") }
    }

    @Test func `No place is in it, and nothing that was held back for how it moves`() {
        let text = reply().prometheusText
        for reason in ["stationary", "paused", "distanceFilter", "minimumInterval", "tooFast"] {
            #expect(!text.contains("reason=\"\(reason)\""), "\(reason)")
        }
        for word in ["47.5", "8.7", "447", "2026-11-21", "USB0"] { #expect(!text.contains(word), "\(word) in \(text)") }
    }

    /// Prometheus' conventions: every family has a help and a type before its figures, is of this program, and what
    /// only grows says so; all figures of a family stand together.
    @Test func `The names keep to the conventions`() throws {
        var family = ""
        var type = ""
        var families: Set<String> = []
        for line in reply().prometheusText.split(separator: "\n") {
            let words = line.split(separator: " ", maxSplits: 3).map(String.init)
            switch words[0] == "#" ? words[1] : "" {
            case "HELP":
                family = words[2]
                #expect(families.insert(family).inserted, "\(family) is there twice")
                #expect(words[3].hasSuffix("."))
            case "TYPE":
                #expect(words[2] == family)
                type = words[3]
                #expect(["counter", "gauge"].contains(type))
                #expect(family.wholeMatch(of: /locd_[a-z]+(_[a-z]+)*/) != nil)
                #expect((type == "counter") == family.hasSuffix("_total"), "\(family)")
            default:
                let name = String(line.prefix { $0 != "{" && $0 != " " })
                #expect(name == family)
                #expect(Double(try #require(line.split(separator: " ").last)) != nil, "\(line)")
            }
        }
        #expect(families.count > 15)
    }

    @Test func `Labels and help are escaped`() {
        var text = PrometheusText()
        text.add("a", .gauge, "one\ntwo\\ \"three\"", [.init(1.5, ("label", "a\"b\\c\nd"))])
        #expect(
            text.text == "# HELP a one\\ntwo\\\\ \"three\"\n# TYPE a gauge\na{label=\"a\\\"b\\\\c\\nd\"} 1.5\n")
    }
}
