import LocationModel

extension StatusReply {
    /// The status in Prometheus' text format, for `locd status --format prometheus` and for the file of `metrics.file`.
    /// It never contains places, or reasons that reveal how this machine moves: metrics are kept for years and read by
    /// many.
    public var prometheusText: String {
        var text = PrometheusText()
        text.add("locd_build_info", .gauge, "Version of the running locd.", [.init(1, ("version", version))])
        text.add("locd_uptime_seconds", .gauge, "Uptime of the daemon.", uptime)
        addReceiver(to: &text)
        addFixes(to: &text)
        addRecorder(to: &text)
        text.add("locd_clients", .gauge, "Connections of clients to the socket.", Double(clients))
        text.add(
            "locd_problems", .gauge, "Other problems, such as a refused configuration.",
            Double(problems.count))
        return text.text
    }

    private func addReceiver(to text: inout PrometheusText) {
        text.add("locd_receiver_state", "State of the receiver; 1 for the current one.", state: receiver.state)
        text.add(
            "locd_receiver_state_age_seconds", .gauge, "Time that the receiver has been in its state.",
            receiver.stateAge
        )
        text.add(
            "locd_position_integrity", "Trust in the position; 1 for the current state.",
            state: integrity?.state ?? .trusted)
        text.add(
            "locd_position_integrity_reason", .gauge, "1 for each reason why the position is not trusted.",
            (integrity?.reasons ?? []).map { .init(1, ("reason", $0)) })
        text.add(
            "locd_receiver_satellites_used", .gauge, "Satellites in the solution.",
            receiver.satellitesUsed.map(Double.init))
        text.add(
            "locd_receiver_satellites_visible", .gauge, "Satellites in view.",
            receiver.satellitesVisible.map(Double.init))
    }

    private func addFixes(to text: inout PrometheusText) {
        text.add("locd_location_age_seconds", .gauge, "Time since the last usable fix arrived.", locationAge)
        text.add(
            "locd_location_horizontal_accuracy_meters", .gauge, "Radius, 68 %, of the last usable fix.",
            horizontalAccuracy)
        text.add("locd_fixes_accepted_total", .counter, "Fixes accepted as locations.", Double(fixes.accepted))
        text.add(
            "locd_fixes_rejected_total", "Fixes rejected, by reason.",
            by: RejectionReason.allCases.filter(\.isOfTheGate).map(\.rawValue), fixes.rejected)
        text.add(
            "locd_altitudes_rejected_total", .counter, "Locations accepted without their absurd altitude.",
            Double(fixes.altitudesRejected))
    }

    private func addRecorder(to text: inout PrometheusText) {
        text.add("locd_recorder_state", "State of the recorder; 1 for the current one.", state: recorder.state)
        text.add(
            "locd_recorder_held_total",
            "Usable locations that the recorder did not record because they were inaccurate or old, by reason.",
            by: RejectionReason.allCases.filter { !$0.tellsOfMovementWhenHeldBack }.map(\.rawValue), recorder.held)
        text.add(
            "locd_track_lines_written_total", .counter, "Lines written to the track.", recorder.lines.map(Double.init))
        text.add(
            "locd_track_written_bytes_total", .counter, "Bytes written to the track.", recorder.bytes.map(Double.init))
        text.add(
            "locd_track_lines_lost_total", .counter, "Lines lost because they could not be written.",
            recorder.lost.map(Double.init))
        text.add("locd_track_lines_queued", .gauge, "Lines queued for writing.", recorder.queued.map(Double.init))
        text.add(
            "locd_track_sync_age_seconds", .gauge, "Time since the track was last synced to the disk.",
            recorder.lastSyncAge)
    }
}

extension RejectionReason {
    /// Whether the gate rejects fixes for this reason, for all clients; otherwise only the filters of one manager do.
    fileprivate var isOfTheGate: Bool {
        switch self {
        case .noFix, .invalidCoordinate, .nullIsland, .noTime, .timeBackwards, .timeForwards, .duplicate,
            .frozen:
            true
        case .inaccurate, .tooOld, .tooFast, .notTrusted, .distanceFilter, .minimumInterval, .stationary, .paused: false
        }
    }
}
