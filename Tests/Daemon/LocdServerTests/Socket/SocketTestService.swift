import LocationModel
import LocdProtocol
import LocdServer
import LocdTestSupport

/// A daemon that has one location.
struct SocketTestService: LocationService {
    /// Never answers a status.
    var isSilent = false
    /// Called while the track is read.
    var onMotionHistory: @Sendable () -> Void = {}

    static let location: Location? = Timestamp("2026-11-21T06:00:00Z").map {
        var location = Location(timestamp: $0, coordinate: Coordinate(latitude: 47.5, longitude: 8.25))
        location.horizontalAccuracy = 3
        return location
    }

    func tracks() async -> LocationInterface.Tracks.Reply {
        let file = ReportedTrackFile(name: "2026-11-21.jsonl", day: "2026-11-21", bytes: 7654, isCompressed: false)
        return LocationInterface.Tracks.Reply(directory: "/var/lib/locd/tracks", files: [file])
    }

    func sky() async -> LocationInterface.Sky.Reply {
        var satellite = Satellite(constellation: .gps, identifier: 12, isUsed: true)
        (satellite.signalStrength, satellite.elevation, satellite.azimuth) = (44, 60, 120)
        return LocationInterface.Sky.Reply(SkyView(satellites: [satellite]))
    }

    func motionHistory(from: Timestamp, to: Timestamp) async -> LocationInterface.MotionHistory.Reply {
        onMotionHistory()
        let activity = MotionActivity(timestamp: from, kind: .walking, confidence: .high)
        return LocationInterface.MotionHistory.Reply(
            isRecording: true, activities: [ReportedActivity(activity)], distance: 1, activeTime: 1,
            steps: StepTotal())
    }

    func receive(_ advertisements: [(payload: [UInt8], rssi: Int)]) async throws(VarlinkError) -> Int {
        throw .rangingUnavailable
    }

    func report(_ steps: StepsParameters) async throws(VarlinkError) { throw .stepCountingUnavailable }
    func overrideRecorder(_ parameters: OverrideRecorderParameters) async throws(VarlinkError) {
        _ = try parameters.raised
    }

    func settings() async -> [ReportedSetting] {
        [ReportedSetting(key: "log.level", value: "info", origin: "default", pending: nil)]
    }

    func reload() async throws(VarlinkError) -> [String] { throw .reloadRefused(["line 1: no"]) }

    func reducedLocation() async -> Location? { nil }

    func status(showsWords: Bool, privateRegions: Bool) async -> StatusReply {
        if isSilent { await Watched(false).wait { $0 } }
        var recorder = RecorderStatus(state: .recording, stateAge: .seconds(1))
        recorder.file = "/var/lib/locd/tracks/2026-11-21.jsonl"
        return StatusReply(
            uptime: .seconds(2), receiver: ReceiverStatus(source: "file:/x", state: .fix3D, stateAge: .seconds(1)),
            lastLocation: Self.location.map { ($0, .seconds(1)) }, fixes: FixCounts(accepted: 1), recorder: recorder,
            problems: [showsWords ? "line 1: no" : "1 problem"])
    }

    func why(from: Timestamp?, to: Timestamp?, limit: Int, privateRegions: Bool) async -> WhyReply {
        func outcome(_ outcome: ReportedOutcome.Outcome, _ reason: String?) -> ReportedOutcome {
            ReportedOutcome(outcome, reason: reason, count: 1, age: .seconds(1), duration: .zero)
        }
        let reasons = ["inaccurate", "tooOld", "tooFast", "distanceFilter", "minimumInterval", "stationary", "paused"]
        let fixes =
            [outcome(.recorded, nil), outcome(.outage, "unplugged"), outcome(.rejected, "noFix")]
            + [outcome(.rejected, "frozen")] + reasons.map { outcome(.withheld, $0) }
        return WhyReply(isRecording: true, isNearest: from != nil, isCut: to != nil, fixes: fixes.suffix(limit))
    }
}
