import Foundation
import LocationModel
import LocdConfiguration
import LocdTestSupport
import Testing
import TrackTestSupport

@testable import Publish

struct FormTests {
    var sink: PublishSink {
        var sink = PublishSink(name: "x", kind: .ownTracksHTTP)
        sink.user = "anna"
        sink.device = "van"
        return sink
    }
    var form: OwnTracksForm { OwnTracksForm(DeviceIdentity(sink, machine: "box")) }
    let now = Timestamp("2026-11-21T07:00:00Z") ?? .earliest

    func text(_ bytes: [UInt8]?) -> String? { bytes.map { String(decoding: $0, as: UTF8.self) } }

    @Test func `A location in OwnTracks`() {
        var location = fullLocation()
        location.horizontalAccuracy = 0.4
        let record = PublishedRecord(.location(location))
        #expect(
            text(form.message(record, at: now)?.body)
                == "{\"_type\":\"location\",\"topic\":\"owntracks/anna/van\",\"tid\":\"va\",\"lat\":-47.5000014,\"lon\":8.5000021,"
                + "\"tst\":1795240800,\"t\":\"t\",\"acc\":1,\"alt\":-450,\"vac\":6,\"vel\":47,\"cog\":12,"
                + "\"_id\":\"\(record.identifierText)\",\"created_at\":1795244400}")
    }

    @Test(arguments: [1e18, 9.3e18, 1e300, 1.7e308, -1e300, .infinity, .nan, .leastNonzeroMagnitude])
    func `No figure is too large for a form`(_ figure: Double) throws {
        var location = place(5)
        (location.horizontalAccuracy, location.verticalAccuracy, location.altitude) = (figure, figure, figure)
        (location.speed, location.speedAccuracy, location.course, location.hdop) = (figure, figure, figure, figure)
        location.satellitesUsed = .max
        let record = PublishedRecord(.location(location))
        let home = HomeAssistantForm(device: "van", prefix: "homeassistant", version: "1")
        let messages =
            [
                try #require(form.message(record, at: now)?.body), TraccarForm(device: "van").body([record]),
                CommandForm(device: "van").lines([record]),
                home.place(location).body, home.state(live: location, battery: .max, receiver: nil).body,
            ]
        for message in messages {
            #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(message)) }
        }
    }

    @Test func `What is unknown is absent`() {
        let record = PublishedRecord(.location(place(5)))
        let body = text(form.message(record, at: now)?.body) ?? ""
        for key in ["acc", "alt", "vac", "vel", "cog"] { #expect(!body.contains("\"\(key)\"")) }
    }

    @Test func `Only a live location tells the condition of the device`() throws {
        let directory = TemporaryDirectory()
        func battery(_ status: String) throws -> DeviceConditions {
            let folder = directory.path + "/BAT0"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            for (name, text) in [("type", "Battery"), ("capacity", "57"), ("status", status)] {
                try Data("\(text)\n".utf8).write(to: URL(filePath: "\(folder)/\(name)"))
            }
            let conditions = DeviceConditions(sink, machine: MachineState(supplies: directory.path))
            var hidden = Region(identifier: "hidden", center: place(5).coordinate, radius: 1000)
            hidden.privacy = .blur
            var home = Region(identifier: "home", center: place(5).coordinate, radius: 100)
            home.name = "Anna's"
            let far = Region(identifier: "far", center: Coordinate(latitude: 0, longitude: 0), radius: 100)
            conditions.take([hidden, home, far])
            return conditions
        }
        let record = PublishedRecord(.location(place(5)))
        let live = place(5).timestamp.advanced(bySeconds: 59)
        let condition = try battery("Charging").condition(for: record, at: live)
        let body = text(form.message(record, condition: condition, at: live)?.body) ?? ""
        #expect(body.contains("\"batt\":57,\"bs\":2,\"inregions\":[\"Anna's\"],\"inrids\":[\"home\"]"), "\(body)")
        #expect(!body.contains("hidden"))
        // A supply that OwnTracks has no number for.
        #expect(try battery("Not charging").condition(for: record, at: live)?.supply == nil)
        // What it was then nobody knows.
        let late = place(5).timestamp.advanced(bySeconds: 61)
        #expect(try battery("Full").condition(for: record, at: late) == nil)
        #expect(text(form.message(record, at: late)?.body)?.contains("batt") == false)
        // A region would tell more than a place of reduced accuracy.
        var reduced = sink
        reduced.accuracy = .reduced
        let conditions = DeviceConditions(reduced, machine: MachineState(supplies: directory.path + "/none"))
        conditions.take([Region(identifier: "home", center: place(5).coordinate, radius: 100)])
        #expect(conditions.condition(for: record, at: live) == DeviceCondition())
        #expect(text(form.message(record, condition: DeviceCondition(), at: live)?.body)?.contains("inr") == false)
    }

    @Test func `A course that rounds up to a full turn is north`() {
        var location = place(5)
        location.course = 359.6
        #expect(text(form.message(PublishedRecord(.location(location)), at: now)?.body)?.contains("\"cog\":0,") == true)
    }

    @Test func `A transition has the place that was sent before`() {
        let event = RegionEvent(timestamp: place(9).timestamp, identifier: "ho\"me", state: .outside, cause: .crossed)
        let record = PublishedRecord(.region(event), lastPlace: place(8).coordinate)
        let message = form.message(record, at: now)
        #expect(message?.suffix == "/event")
        let body = text(message?.body) ?? ""
        #expect(body.contains("\"event\":\"leave\""))
        #expect(body.contains("\"desc\":\"ho\\\"me\""))
        #expect(body.contains("\"lat\":47.5000800"))
    }

    @Test func `Private regions are no waypoints`() {
        var hidden = Region(identifier: "hidden", center: place(0).coordinate, radius: 100)
        hidden.privacy = .blur
        let shown = Region(identifier: "shown", center: place(0).coordinate, radius: 100.4)
        let body = text(form.waypoints([hidden, shown]).body) ?? ""
        #expect(body.contains("\"rid\":\"shown\""))
        #expect(body.contains("\"rad\":100,"))
        #expect(!body.contains("hidden"))
    }

    @Test func `One and several locations in Traccar`() {
        let form = TraccarForm(device: "van")
        let one = PublishedRecord(.location(place(1)))
        #expect(
            text(form.body([one]))
                == "{\"location\":{\"timestamp\":\"2026-11-20T00:00:01.000Z\",\"uuid\":\"\(one.identifierText)\","
                + "\"coords\":{\"latitude\":47.5000100,\"longitude\":8.5000000,\"accuracy\":0.0,\"altitude\":0.0,"
                + "\"speed\":-1.00,\"heading\":-1.0}},\"device_id\":\"van\"}")
        let two = text(form.body([one, PublishedRecord(.location(place(2)))])) ?? ""
        #expect(two.hasPrefix("{\"location\":[{\"timestamp\""))
        #expect(two.hasSuffix("}}],\"device_id\":\"van\"}"))
    }

    @Test(arguments: 0..<16)
    func `Traccar gets each member that its decoder requires, whatever is unknown`(known: Int) throws {
        var location = place(1)
        location.horizontalAccuracy = known & 1 == 0 ? nil : 4
        location.altitude = known & 2 == 0 ? nil : 446.5
        location.speed = known & 4 == 0 ? nil : 12.5
        location.course = known & 8 == 0 ? nil : 270
        let body = try #require(text(TraccarForm(device: "van").body([PublishedRecord(.location(location))])))
        #expect(body.contains(known & 1 == 0 ? "\"accuracy\":0.0" : "\"accuracy\":4.0"))
        #expect(body.contains(known & 2 == 0 ? "\"altitude\":0.0" : "\"altitude\":446.5"))
        #expect(body.contains(known & 4 == 0 ? "\"speed\":-1.00" : "\"speed\":12.50"))
        #expect(body.contains(known & 8 == 0 ? "\"heading\":-1.0" : "\"heading\":270.0"))
    }

    @Test func `Lines for a program are lines of a track with two members`() {
        let records = [PublishedRecord(.location(place(1))), PublishedRecord(.location(fullLocation()))]
        let lines = text(CommandForm(device: "van").lines(records))?.split(separator: "\n") ?? []
        #expect(lines.count == 2)
        #expect(lines[0].hasSuffix("\"id\":\"\(records[0].identifierText)\",\"device\":\"van\"}"))
    }

    @Test(arguments: [
        ("{\"_type\":\"cmd\",\"action\":\"reportLocation\"}", 1),
        ("[{\"_type\":\"cmd\",\"action\":\"status\"},{\"_type\":\"cmd\",\"action\":\"reportLocation\"}]", 1),
        ("{\"_type\":\"cmd\",\"action\":\"setConfiguration\"}", 0), ("[]", 0), ("", 0), ("{", 0), ("[[[[", 0),
        ("{\"_type\":\"location\",\"action\":\"reportLocation\"}", 0),
        // Figures and types that nobody should send: a command has none that count.
        (
            "{\"_type\":\"cmd\",\"action\":\"reportLocation\",\"tst\":1e308,\"lat\":-1e308,\"acc\":9223372036854775808}",
            1
        ),
        ("{\"_type\":\"cmd\",\"action\":\"reportLocation\",\"tst\":NaN}", 0),
        ("{\"_type\":\"cmd\",\"action\":1e308}", 0), ("{\"_type\":\"cmd\",\"action\":[\"reportLocation\"]}", 0),
        ("{\"_type\":7,\"action\":\"reportLocation\"}", 0), ("1e308", 0), ("[1e308,null,\"cmd\",[[]]]", 0),
    ]) func `Only commands that are allowed by name`(message: String, count: Int) {
        let found = RemoteCommandMessage.commands(in: Array(message.utf8), allowed: [.reportLocation])
        #expect(found == Array(repeating: .reportLocation, count: count))
        #expect(RemoteCommandMessage.commands(in: Array(message.utf8), allowed: []).isEmpty)
    }

    @Test func `Home Assistant gets only what is known now`() throws {
        let form = HomeAssistantForm(device: "van", prefix: "homeassistant", version: "0.1.0")
        func report(_ members: String) -> ReceiverReport? {
            ReceiverReport(status: Array("{\"receiver\":{\(members)}}".utf8))
        }
        func state(_ live: Location?, _ receiver: ReceiverReport?) -> String? {
            text(form.state(live: live, battery: nil, receiver: receiver).body)
        }
        var live = fullLocation()
        (live.speed, live.altitude, live.fix, live.satellitesUsed) = (3, 400, .fix3D, 9)
        let good = report(#""state":"fix2D","satellitesUsed":4"#)
        #expect(state(live, nil) == #"{"speed":3.00,"altitude":400.0,"fix":"3d","satellites":9}"#)
        #expect(state(live, good) == #"{"speed":3.00,"altitude":400.0,"fix":"2d","satellites":4,"receiver":"fix2D"}"#)
        // It stands, and nothing is recorded.
        #expect(state(nil, good) == #"{"fix":"2d","satellites":4,"receiver":"fix2D"}"#)
        for lost in ReceiverState.allCases where !lost.hasFix {
            let expected = #"{"receiver":"\#(lost.rawValue)"}"#
            #expect(state(nil, report(#""state":"\#(lost.rawValue)","satellitesUsed":3"#)) == expected)
        }
        // Nobody answers.
        #expect(state(nil, nil) == "{}")
        for text in ["", "{}", "[]", #"{"receiver":{}}"#, #"{"receiver":7}"#, #"{"receiver":{"state":3}}"#] {
            #expect(ReceiverReport(status: Array(text.utf8)) == nil)
        }
        #expect(text(form.place(live).body)?.contains(#""integrity":"trusted""#) == true)
        live.integrity = .notTrusted
        #expect(text(form.place(live).body)?.contains(#""integrity":"notTrusted""#) == true)
        let message = self.form.message(PublishedRecord(.location(live)), at: now)
        #expect(text(message?.body)?.contains(#""integrity":"notTrusted""#) == true)
        #expect(text(form.place(nil).body) == "{}")
        #expect(text(form.place(live).body)?.contains("timestamp") == true)
        #expect(text(form.place(live, isTimed: false).body)?.contains("timestamp") == false)
    }

    @Test func `Home Assistant calls the device by its one name`() throws {
        let form = HomeAssistantForm(device: "van", prefix: "homeassistant", version: "0.1.0")
        let message = try #require(form.discovery.first)
        #expect(message.topic == "homeassistant/device_tracker/locd_van/config")
        let text = String(decoding: message.body, as: UTF8.self)
        #expect(text.hasPrefix(#"{"name":null,"unique_id":"locd_van","#) && text.hasSuffix("}}"), "\(text)")
    }
}
