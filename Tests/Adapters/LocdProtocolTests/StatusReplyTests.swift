import LocationModel
import LocdProtocol
import Testing

@Suite struct StatusReplyTests {
    private func location() throws -> Location {
        var location = Location(
            timestamp: try #require(Timestamp("2026-11-21T06:00:00Z")),
            coordinate: Coordinate(latitude: -47.500_001_449, longitude: 8.500_002_06))
        location.horizontalAccuracy = 3.249
        location.speed = 13.024_9
        location.altitude = .nan
        location.fix = .fix3D
        location.satellitesUsed = 9
        return location
    }

    private func status(_ location: Location?) -> StatusReply {
        var recorder = RecorderStatus(state: .recording, stateAge: .seconds(60), lines: 5, bytes: 700)
        recorder.file = "/var/lib/locd/tracks/2026-11-21.jsonl"
        // What is being done, and whether it is in some region, is movement.
        recorder.settingsInForce = SettingsStatus(
            reason: .preset, activity: .cycling, desiredAccuracy: .best, distanceFilter: 30, minimumInterval: nil)
        return StatusReply(
            version: "9.9", uptime: .milliseconds(61_234),
            receiver: ReceiverStatus(source: "gpsd://localhost:2947", state: .fix3D, stateAge: .seconds(59)),
            lastLocation: location.map { ($0, .milliseconds(450)) },
            fixes: FixCounts(accepted: 7, rejected: [.noFix: 3, .frozen: 0]), recorder: recorder)
    }

    @Test func `Without authorization health has no coordinates and no track path`() throws {
        let full = status(try location())
        for authorization in [AuthorizationStatus.notDetermined, .restricted, .denied] {
            let reply = full.redacted(for: Authorization(authorization))
            #expect(reply.authorizationStatus == authorization)
            #expect(reply.locationAge == 0.45)
            #expect(reply.horizontalAccuracy == 3.2)
            #expect(reply.fixes == full.fixes)
            let json = try StatusDocument(reply, sessions: nil).jsonText()
            for secret in [
                "47.5", "8.5000", "latitude", "longitude", "/var/lib", "\"location\"", "cycling", "settings",
            ] {
                #expect(!json.contains(secret), "\(secret) for \(authorization)")
            }
        }
        for authorization in [AuthorizationStatus.authorizedAlways, .authorizedWhenInUse] {
            let reply = full.redacted(for: Authorization(authorization), isAdministrator: true)
            #expect(reply.location?.location.coordinate == full.location?.location.coordinate)
            #expect(reply.recorder == full.recorder)
        }
    }

    @Test(arguments: [
        Authorization(.denied), Authorization(.authorizedAlways, accuracy: .reducedAccuracy),
        Authorization(.authorizedAlways),
    ])
    func `What grows with the way, and when it stops, is for administrators only`(_ authorization: Authorization) throws
    {
        var (near, far) = (status(nil), status(nil))
        near.recorder = RecorderStatus(
            state: .recording, stateAge: .seconds(900), lines: 100, bytes: 24_300, lastSyncAge: .seconds(2), queued: 1,
            lost: 2, held: [.distanceFilter: 10, .stationary: 1, .inaccurate: 3])
        // The same box, further on, and standing.
        far.recorder = RecorderStatus(
            state: .paused, stateAge: .seconds(1), lines: 116, bytes: 28_211, lastSyncAge: .seconds(40), queued: 7,
            lost: 9, held: [.distanceFilter: 99, .tooFast: 1, .stationary: 17, .inaccurate: 3])
        far.recorder.cause = "stationary"
        let (first, second) = (near.redacted(for: authorization), far.redacted(for: authorization))
        #expect(first == second)
        #expect(first.problems == ["lines of the track were lost: see journalctl -u locd"])
        #expect(first.prometheusText == second.prometheusText)
        #expect(near.redacted(for: authorization, isAdministrator: true).recorder == near.recorder)
    }

    @Test func `Which way the compass points needs full accuracy`() throws {
        var full = status(nil)
        full.compass = CompassStatus(state: .active, magneticHeading: 123.5)
        #expect(full.redacted(for: Authorization(.authorizedAlways)).compass?.magneticHeading == 123.5)
        for authorization in [Authorization(.denied), Authorization(.authorizedAlways, accuracy: .reducedAccuracy)] {
            #expect(full.redacted(for: authorization).compass == CompassStatus(state: .active))
        }
    }

    @Test func `How many steps were made needs full accuracy`() throws {
        var full = status(nil)
        full.steps = StepsStatus(state: .active, numberOfSteps: 1234, reported: 1200)
        #expect(full.redacted(for: Authorization(.authorizedAlways)).steps == full.steps)
        for authorization in [Authorization(.denied), Authorization(.authorizedAlways, accuracy: .reducedAccuracy)] {
            #expect(full.redacted(for: authorization).steps == StepsStatus(state: .active))
        }
    }

    @Test func `Without authorization failures are reported by name only`() throws {
        var full = status(nil)
        full.recorder = RecorderStatus(
            state: .failed, stateAge: .seconds(3),
            held: Dictionary(uniqueKeysWithValues: RejectionReason.allCases.map { ($0, 1) }))
        full.recorder.held["unheardOf"] = 1
        full.recorder.cause = "diskFull"
        full.recorder.detail = "The disk that holds /srv/secret/2026-11-21.jsonl is full."
        full.recorder.remedy = "Make room."
        var paused = full
        paused.recorder.state = .paused
        paused.recorder.cause = "stationary"
        for authorization in [Authorization(.denied), Authorization(.authorizedAlways, accuracy: .reducedAccuracy)] {
            let reply = full.redacted(for: authorization)
            #expect(reply.recorder.detail == nil)
            #expect(reply.recorder.cause == "diskFull" && reply.recorder.remedy == "Make room.")
            #expect(reply.recorder.held.keys.sorted() == ["inaccurate", "tooOld"])
            #expect(paused.redacted(for: authorization).recorder.cause == nil)
        }
        #expect(
            full.redacted(for: Authorization(.authorizedAlways), isAdministrator: true).recorder == full.recorder)
    }

    @Test func `Figures have the decimals of a track line`() throws {
        let json = String(decoding: try VarlinkReply.encode(ReportedLocation(try location())), as: UTF8.self)
        #expect(
            json.contains(
                #"{"fix":"3d","horizontalAccuracy":3.2,"latitude":-47.5000014,"longitude":8.5000021,"satellitesUsed":9,"#
                    + #""speed":13.02,"timestamp":"2026-11-21T06:00:00.000Z"}"#), "\(json)")
    }

    @Test func `Unknown values are absent`() throws {
        let json = try StatusDocument(status(nil), sessions: nil).jsonText()
        for absent in ["null", "locationAge", "horizontalAccuracy", "cause", "detail", "remedy", "device", "frozen"] {
            #expect(!json.contains(absent), "\(absent)")
        }
        #expect(!(try StatusDocument(status(try location()), sessions: nil).jsonText()).contains("altitude\""))
    }

    @Test func `A number that is not finite is no reply`() {
        var reply = status(nil)
        reply.locationAge = .infinity
        #expect(throws: EncodingFailure.self) { try VarlinkReply.encode(reply) }
    }
}
