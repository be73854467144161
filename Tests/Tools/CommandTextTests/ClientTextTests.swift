import LocationModel
import LocdProtocol
import Testing

@testable import CommandText

@Suite struct ClientTextTests {
    private func text(_ clients: [ReportedClient]) throws -> String {
        StatusText(try Statuses.fixed(), clients: clients, users: [1000: "alice"]).text
    }

    @Test func `A session is shown with its settings and missed events`() throws {
        var client = ReportedClient(user: 1000, unit: "map.service", label: "map")
        client.method = .Events
        client.services = [.updatingLocation, .monitoringVisits]
        client.regions = 2
        client.settings = SessionSettings()
        client.settings?.distanceFilter = 10
        client.settings?.desiredAccuracy = "hundredMeters"
        client.settings?.pausesLocationUpdatesAutomatically = false
        client.settingsInForce = SettingsStatus(
            reason: .sleep, desiredAccuracy: .kilometer, distanceFilter: 500, minimumInterval: 300)
        (client.age, client.delivered, client.missed, client.waiting) = (125, 4321, 7, 256)
        client.isInBackground = true
        #expect(
            try text([client]).contains(
                """
                Clients    map, map.service (alice) · locations · visits · 2 regions
                           desiredAccuracy hundredMeters · distanceFilter 10 m
                           no automatic pauses · in force: asleep · 4,321 updates in 2 min 5 s
                           in the background · 256 queued · 7 missed
                Daemon
                """))
    }

    @Test func `An absent client is listed with its waiting events`() throws {
        var client = ReportedClient(user: 1001, unit: nil, label: nil)
        client.services = [.monitoringVisits]
        client.waiting = 3
        #expect(try text([client]).contains("Clients    user 1001 · visits · away · 3 events queued\n"))
    }

    @Test func `The rest of many is counted`() throws {
        let clients = (0..<1000).map { ReportedClient(user: $0, unit: nil, label: "c\($0)") }
        let text = try text(clients)
        #expect(text.contains("c19 (user 19)") && !text.contains("c20 "))
        #expect(text.contains("           and 980 more; --json shows all\n"))
    }
}
