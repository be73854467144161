import LocationModel
import LocdProtocol
import Testing

/// Statuses as a daemon tells them.
enum Statuses {
    static func fixed() throws -> StatusReply {
        var location = Location(
            timestamp: try #require(Timestamp("2026-11-21T06:00:00Z")),
            coordinate: Coordinate(latitude: 47.500_001_4, longitude: -8.500_002_1))
        location.horizontalAccuracy = 3.2
        location.altitude = 450.1
        location.verticalAccuracy = 6
        location.speed = 13.02
        location.course = 12.3
        var receiver = ReceiverStatus(source: "gpsd://localhost:2947", state: .fix3D, stateAge: .seconds(7920))
        receiver.device = "/dev/ttyUSB0"
        receiver.driver = "u-blox"
        receiver.satellitesUsed = 9
        receiver.satellitesVisible = 14
        var recorder = RecorderStatus(
            state: .recording, stateAge: .seconds(7800), lines: 1234, bytes: 1_234_567, lastSyncAge: .seconds(3),
            held: [.distanceFilter: 6500, .stationary: 78])
        recorder.file = "/var/lib/locd/tracks/2026-11-21.jsonl"
        return StatusReply(
            version: "0.1.0", uptime: .seconds(7980), receiver: receiver,
            lastLocation: (location, .milliseconds(400)),
            fixes: FixCounts(accepted: 7812, rejected: [.noFix: 10, .duplicate: 2]), recorder: recorder, clients: 1)
    }

    /// Nothing but what every status has.
    static func bare(
        _ state: ReceiverState, _ cause: OutageCause? = nil, recorder: RecorderStatus.State = .waiting
    ) -> StatusReply {
        var receiver = ReceiverStatus(source: "gpsd://localhost:2947", state: state, stateAge: .seconds(200))
        receiver.cause = cause
        return StatusReply(
            version: "0.1.0", uptime: .seconds(201), receiver: receiver, fixes: FixCounts(),
            recorder: RecorderStatus(state: recorder, stateAge: .seconds(200)))
    }
}
