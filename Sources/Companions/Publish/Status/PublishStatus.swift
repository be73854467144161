internal import FoundationEssentials
internal import LocationModel
internal import LocdProtocol
internal import SystemSupport

/// The status of all sinks, as `locd publish status --json` prints it and without counts and times of records, as it
/// lies in `status.json`.
package struct PublishStatus: Sendable, Hashable, Codable {
    /// The file that the unit writes, readable by everybody.
    package static let path = "/run/locd-publish/status.json"

    /// In the order of the configuration.
    package var sinks: [SinkStatus]

    package init(sinks: [SinkStatus]) {
        self.sinks = sinks
    }

    /// Reads a file that ``StatusBoard`` wrote; `nil` if it is missing or unusable.
    package init?(path: String) {
        guard let bytes = try? BoundedFile.contents(of: path, limit: 1 << 20),
            let status = try? JSONDecoder().decode(PublishStatus.self, from: Data(bytes))
        else { return nil }
        self = status
    }

    /// One line of JSON.
    package func json() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(self)) + [UInt8(ascii: "\n")]
    }

    /// Metrics for Prometheus.
    package var prometheusText: String {
        var text = PrometheusText()
        func add(
            _ name: String, _ kind: PrometheusText.Kind, _ help: String, _ value: (SinkStatus) -> Double?
        ) {
            text.add(
                "locd_publish_\(name)", kind, help,
                sinks.compactMap { sink in value(sink).map { PrometheusText.Sample($0, ("sink", sink.name)) } })
        }
        add("up", .gauge, "Whether the last attempt of a sink succeeded.") {
            $0.state == .failing || $0.state == .stopped ? 0 : 1
        }
        add("waiting_records", .gauge, "Records that wait, about.") { $0.waiting.map(Double.init) }
        add("waiting_bytes", .gauge, "Bytes of the track that wait.") { $0.waitingBytes.map(Double.init) }
        add("oldest_timestamp_seconds", .gauge, "Time of the first record that waits.") { $0.oldest?.secondsSince1970 }
        add("acknowledged_total", .counter, "Records that the server acknowledged.") {
            $0.acknowledged.map(Double.init)
        }
        add("last_acknowledgement_timestamp_seconds", .gauge, "Time of the last acknowledgement.") {
            $0.lastAcknowledgement?.secondsSince1970
        }
        add("failures", .gauge, "Attempts that failed since the last acknowledgement.") { Double($0.failures) }
        add("sent_bytes_today", .gauge, "Bytes sent on this UTC day.") { $0.bytesToday.map(Double.init) }
        add("thinned_total", .counter, "Records left out because of their age.") { $0.thinned.map(Double.init) }
        add("vanished_files_total", .counter, "Track files removed before they were sent.") { Double($0.vanishedFiles) }
        return text.text
    }
}

extension Timestamp {
    fileprivate var secondsSince1970: Double { Double(milliseconds) / 1000 }
}
