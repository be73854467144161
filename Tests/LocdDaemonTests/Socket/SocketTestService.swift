import LocationModel
import LocdDaemon
import LocdProtocol

/// A daemon that has one location.
struct SocketTestService: LocationService {
    static let location: Location? = Timestamp("2026-11-21T06:00:00Z").map {
        var location = Location(timestamp: $0, coordinate: Coordinate(latitude: 47.5, longitude: 8.25))
        location.horizontalAccuracy = 3
        return location
    }

    func status() async -> StatusReply {
        var recorder = RecorderStatus(state: .recording, stateAge: .seconds(1))
        recorder.file = "/var/lib/locd/tracks/2026-11-21.jsonl"
        return StatusReply(
            uptime: .seconds(2), receiver: ReceiverStatus(source: "file:/x", state: .fix3D, stateAge: .seconds(1)),
            lastLocation: Self.location.map { ($0, .seconds(1)) }, fixes: FixCounts(accepted: 1), recorder: recorder)
    }
}

/// A daemon that never answers a status.
struct SilentTestService: LocationService {
    func status() async -> StatusReply {
        let (never, _) = AsyncStream.makeStream(of: Void.self)
        for await _ in never {}
        return await SocketTestService().status()
    }
}
