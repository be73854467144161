import LocationModel
import LocdTestSupport
import Testing

@Suite struct LocationEventJSONTests {
    private func text(_ event: LocationEvent) -> String {
        var line = JSONLine()
        line.append(event)
        return String(decoding: line.bytes, as: UTF8.self)
    }

    @Test func `A full location`() {
        var location = Location.full(at: Coordinate(latitude: 47.5000014, longitude: -8.5000021))
        location.isSimulated = true
        location.horizontalAccuracy = 3.24
        location.speed = 13.021
        location.course = 12.34
        #expect(
            text(.location(location))
                == #"{"type":"location","timestamp":"2026-11-21T06:00:00.000Z","latitude":47.5000014,"longitude":-8.5000021,"#
                + #""horizontalAccuracy":3.2,"altitude":432.5,"ellipsoidalAltitude":480.5,"verticalAccuracy":6.0,"speed":13.02,"#
                + #""speedAccuracy":0.50,"course":12.3,"courseAccuracy":2.0,"fix":"3d","satellitesUsed":9,"hdop":0.9,"#
                + #""simulated":true}"# + "\n")
    }

    @Test func `Unknown values are absent`() {
        let location = Location(timestamp: .sample(0), coordinate: .sample)
        #expect(
            text(.location(location))
                == #"{"type":"location","timestamp":"2026-11-21T06:00:00.000Z","latitude":47.5000000,"longitude":8.5000000}"#
                + "\n")
    }

    @Test func `Rounding leaves no value out of its range`() {
        var location = Location(timestamp: .sample(0), coordinate: .sample)
        location.horizontalAccuracy = 0.014
        location.verticalAccuracy = 0.02
        location.speedAccuracy = 0.001
        location.course = 359.97
        location.courseAccuracy = 0.04
        location.hdop = 0.01
        let line = text(.location(location))
        for member in [
            #""horizontalAccuracy":0.014"#, #""verticalAccuracy":0.020"#, #""speedAccuracy":0.01"#, #""course":0.0"#,
            #""courseAccuracy":0.1"#, #""hdop":0.1"#,
        ] {
            #expect(line.contains(member))
        }
        location.course = 359.94
        #expect(text(.location(location)).contains(#""course":359.9"#))
    }

    @Test func `The other events`() {
        let events: [(LocationEvent, String)] = [
            (
                .pause(Pause(timestamp: .sample(1), coordinate: .sample, cause: .stationary)),
                #"{"type":"pause","timestamp":"2026-11-21T06:00:01.000Z","latitude":47.5000000,"longitude":8.5000000,"cause":"stationary"}"#
            ),
            (
                .resume(Resume(timestamp: .sample(2), coordinate: nil, cause: .requested)),
                #"{"type":"resume","timestamp":"2026-11-21T06:00:02.000Z","cause":"requested"}"#
            ),
            (
                .gap(Gap(from: .sample(1), to: .sample(61.5), cause: .unplugged)),
                #"{"type":"gap","from":"2026-11-21T06:00:01.000Z","to":"2026-11-21T06:01:01.500Z","cause":"unplugged"}"#
            ),
            (
                .timeReset(TimeReset(timestamp: .sample(0), previous: .sample(2))),
                #"{"type":"timeReset","timestamp":"2026-11-21T06:00:00.000Z","previous":"2026-11-21T06:00:02.000Z"}"#
            ),
            (
                .timeZone(TimeZoneChange(timestamp: .sample(3), timeZone: "Europe/Zurich")),
                #"{"type":"timeZone","timestamp":"2026-11-21T06:00:03.000Z","timeZone":"Europe/Zurich"}"#
            ),
            (
                .integrity(
                    IntegrityChange(
                        timestamp: .sample(1), state: .doubtful, reasons: [.jamming], since: .sample(0))),
                #"{"type":"integrity","timestamp":"2026-11-21T06:00:01.000Z","state":"doubtful","reasons":["jamming"],"since":"2026-11-21T06:00:00.000Z"}"#
            ),
            (
                .receiver(ReceiverChange(state: .noFix, cause: .noFix)),
                #"{"type":"receiver","receiverState":"noFix","cause":"noFix"}"#
            ),
        ]
        for (event, expected) in events { #expect(text(event) == expected + "\n") }
        #expect(
            events.map(\.0.timestamp) == [
                .sample(1), .sample(2), .sample(61.5), .sample(0), .sample(3), .sample(1), nil,
            ])
    }
}
