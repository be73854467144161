import LocationModel
import LocdProtocol
import Testing

@testable import CommandText

/// What `locd doctor --client` says to the author of a program that gets nothing.
@Suite struct ClientDiagnosisTests {
    private func bad(
        _ name: String, _ clients: [ReportedClient], _ authorizations: [ReportedAuthorization] = [],
        _ status: StatusReply? = nil
    ) throws -> [String] {
        let status = try status ?? Statuses.fixed()
        let diagnosis = ClientDiagnosis(
            name, status: status, clients: clients, authorizations: authorizations, users: [1000: "alice"])
        #expect(
            diagnosis.text.split(separator: "\n").filter { $0.hasPrefix("! ") }.count
                == diagnosis.steps.filter { !$0.isGood }.count)
        return diagnosis.steps.filter { !$0.isGood }.map(\.name)
    }

    private var present: ReportedClient {
        var client = ReportedClient(user: 1000, unit: "map.service", label: "map")
        (client.method, client.services, client.delivered, client.age) = (.Events, [.updatingLocation], 20, 60)
        return client
    }

    @Test(arguments: ["map", "map.service", "alice", "1000"])
    func `A program that gets locations is fine, by each of its names`(_ name: String) throws {
        #expect(try bad(name, [present]) == [])
    }

    @Test func `Each step that fails is named`() throws {
        #expect(try bad("other", [present]) == ["connection"])
        var client = present
        client.method = nil
        #expect(try bad("map", [client]) == ["connection"])
        client = present
        (client.services, client.delivered) = ([], 0)
        #expect(try bad("map", [client]) == ["services", "delivery"])
        client = present
        client.missed = 3
        #expect(try bad("map", [client]) == ["delivery"])
        client = present
        client.isInBackground = true
        #expect(try bad("map", [client]) == ["delivery"])
        #expect(try bad("map", [present], [], Statuses.bare(.absent, .noGPSD)) == ["receiver"])
    }

    @Test func `What the administrator decided comes first`() throws {
        func known(_ status: AuthorizationStatus, _ accuracy: AccuracyAuthorization = .fullAccuracy)
            -> ReportedAuthorization
        {
            ReportedAuthorization(
                user: 1000, authorizationStatus: status, accuracyAuthorization: accuracy, isOnce: false,
                isProvisional: false)
        }
        #expect(try bad("map", [present], [known(.authorizedAlways)]) == [])
        #expect(try bad("map", [present], [known(.denied)]) == ["authorization"])
        #expect(try bad("map", [present], [known(.authorizedAlways, .reducedAccuracy)]) == ["authorization"])
    }
}
