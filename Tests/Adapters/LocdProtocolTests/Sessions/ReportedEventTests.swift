import Foundation
import LocationModel
import LocdProtocol
import LocdTestSupport
import Testing

@Suite struct ReportedEventTests {
    /// One of each kind, with every member that it may have, to the decimals that are told.
    static let all: [LocationEvent] = {
        var location = Location.sample(1.5, accuracy: 2.3, speed: 12.34)
        location.coordinate = Coordinate(latitude: -33.8567844, longitude: -151.2152967)
        location.altitude = -12.5
        location.ellipsoidalAltitude = 30.1
        location.verticalAccuracy = 0.014
        location.speedAccuracy = 0.25
        location.course = 359.9
        location.courseAccuracy = 1.5
        location.satellitesUsed = 12
        (location.hdop, location.trueHeading) = (0.8, 12.5)
        location.integrity = .notTrusted
        location.isSimulated = true
        let place = Coordinate(latitude: 47.5, longitude: 8.5)
        var steps = StepCount(from: .sample(0), to: .sample(60), numberOfSteps: 110, source: .reported)
        (steps.timestamp, steps.distance, steps.floorsAscended, steps.floorsDescended) = (.sample(240), 81.5, 1, 0)
        var heading = Heading(timestamp: .sample(3), magneticHeading: 1.5, trueHeading: 4.2)
        (heading.usesOutdatedModel, heading.isDisturbed, heading.headingAccuracy) = (true, true, 0.5)
        heading.field = MagneticVector(x: 20.25, y: -3.5, z: 44)
        let beacon = BeaconIdentity(uuid: BeaconUUID(high: 0x0123_4567_89AB_CDEF, low: 2), major: 1, minor: 65535)
        let group = BeaconConstraint(uuid: beacon.uuid, major: 1)
        let near = RangedBeacon(beacon, proximity: .near, accuracy: 1.25, rssi: -61, timestamp: .sample(9))
        return [
            .location(location), .location(.sample(2, accuracy: nil)),
            .pause(Pause(timestamp: .sample(3), coordinate: place, cause: .stationary)),
            .pause(Pause(timestamp: .sample(3), coordinate: nil, cause: .stationary)),
            .resume(Resume(timestamp: .sample(4), coordinate: place, cause: .displacement)),
            .gap(Gap(from: .sample(5), to: .sample(65), cause: .unplugged)),
            .timeReset(TimeReset(timestamp: .sample(6), previous: .sample(8))),
            .visit(
                Visit(
                    timestamp: .sample(900), arrivalDate: .sample(9), departureDate: .sample(899), coordinate: place,
                    horizontalAccuracy: 12.5, since: .sample(8))),
            .visit(Visit(timestamp: .sample(900), arrivalDate: nil, departureDate: nil, coordinate: place)),
            .region(
                RegionEvent(timestamp: .sample(10), identifier: "a \"b\" \u{1} ü", state: .inside, cause: .crossed)),
            .region(
                RegionEvent(
                    timestamp: .sample(10), identifier: "shop", state: .inside, cause: .crossed, beacon: beacon)),
            .beacons(
                RangedBeacons(
                    timestamp: .sample(10), constraint: group,
                    beacons: [near, RangedBeacon(beacon, timestamp: .sample(8))])),
            .beacons(RangedBeacons(timestamp: .sample(10), constraint: BeaconConstraint(beacon), beacons: [])),
            .failure(LocationFailure(.rangingUnavailable, timestamp: .sample(13), beacons: group)),
            .heading(heading), .heading(Heading(magneticHeading: 90)),
            .activity(MotionActivity(timestamp: .sample(11), kind: .cycling, confidence: .high)),
            .deferredUpdatesFinished(DeferredUpdatesFinish(timestamp: .sample(12))),
            .deferredUpdatesFinished(DeferredUpdatesFinish(error: .deferredCanceled)),
            .failure(LocationFailure(.locationUnknown)),
            .failure(LocationFailure(.regionMonitoringFailure, timestamp: .sample(13), region: "home")),
            .authorization(Authorization(.authorizedWhenInUse, accuracy: .reducedAccuracy)),
            .timeZone(TimeZoneChange(timestamp: .sample(14), timeZone: "Europe/Zurich")),
            .steps(steps), .steps(StepCount(from: .sample(0), to: .sample(60), numberOfSteps: 0, source: .counter)),
            .integrity(
                IntegrityChange(
                    timestamp: .sample(0), state: .notTrusted, reasons: [.positionAgainstSpeed, .jamming],
                    since: .sample(0))),
            .receiver(ReceiverChange(state: .absent, cause: .unplugged)), .receiver(ReceiverChange(state: .fix3D)),
        ]
    }()

    @Test func `An event is read as it was written, in a line and by a coder`() throws {
        for event in Self.all {
            var line = JSONLine()
            line.append(event)
            #expect(try decoded(ReportedEvent.self, line.bytes).event == event)
            let encoded = try JSONEncoder().encode(ReportedEvent(event))
            #expect(try decoded(ReportedEvent.self, encoded).event == event)
            #expect(try object(encoded) == object(line.bytes), "\(event)")
        }
    }

    @Test func `Every type has a sample`() {
        #expect(Set(Self.all.map(\.kind)) == Set(LocationEvent.Kind.allCases))
    }

    @Test func `A member that is missing or impossible makes no event`() throws {
        for text in [
            #"{"type":"location","timestamp":"2026-11-21T06:00:00Z","latitude":1}"#,
            #"{"type":"location","timestamp":"2026-11-21T06:00:00Z","latitude":91,"longitude":0}"#,
            #"{"type":"location","timestamp":"yesterday","latitude":1,"longitude":2}"#,
            #"{"type":"pause","timestamp":"2026-11-21T06:00:00Z","cause":"tired"}"#,
            #"{"type":"region","timestamp":"2026-11-21T06:00:00Z","identifier":"x","cause":"crossed"}"#,
            #"{"type":"gap","from":"2026-11-21T06:00:00Z","cause":"silent"}"#, #"{"type":"failure"}"#,
            #"{"type":"tunnel","timestamp":"2026-11-21T06:00:00Z"}"#,
        ] {
            #expect(try decoded(ReportedEvent.self, Array(text.utf8)).event == nil, "\(text)")
        }
        for text in ["{}", #"{"type":5}"#, "[]"] {
            #expect(throws: DecodingError.self) { try decoded(ReportedEvent.self, text.utf8) }
        }
    }

    @Test func `A figure of the wrong kind or out of range is absent and the event stays`() throws {
        let text = """
            {"type":"location","timestamp":"2026-11-21T06:00:00Z","latitude":1,"longitude":2,"speed":"fast","course":361,\
            "horizontalAccuracy":0,"satellitesUsed":-3,"hdop":null,"fix":"4d","simulated":1,"unheardOf":[{}]}
            """
        let location = Location(
            timestamp: .sample(0), coordinate: Coordinate(latitude: 1, longitude: 2))
        #expect(try decoded(ReportedEvent.self, text.utf8).event == .location(location))
    }

    private func object(_ bytes: some Sequence<UInt8>) throws -> NSDictionary {
        try #require(JSONSerialization.jsonObject(with: Data(bytes)) as? NSDictionary)
    }
}
