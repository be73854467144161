import LocationModel
import Testing

@testable import LocdConfiguration

/// The administrator's file: what it means, and what is said of one that is wrong.
@Suite struct ClientPolicyTests {
    private func read(_ text: String) throws(ConfigurationError) -> ClientPolicy {
        try ClientPolicy.read(Array(text.utf8), name: "clients.yaml") { ["alice": 1000, "bob": 1001][$0] }
    }

    private static let good = """
        # Who may know where this machine is.
        locationServicesEnabled: true
        users:
          alice: {authorizationStatus: authorizedAlways}
          bob:
            accuracyAuthorization: reducedAccuracy
          "1002": {authorizationStatus: restricted}
        units:
          map.service: {authorizationStatus: authorizedWhenInUse, accuracyAuthorization: reducedAccuracy}
        everyone: {authorizationStatus: denied}

        """

    @Test func `The rule of the unit goes before that of the user, and that before everyone's`() throws {
        let policy = try read(Self.good)
        func status(_ user: UInt32, _ unit: String? = nil) -> Authorization? {
            policy.rule(for: ClientOwner(user: user, unit: unit))?.applied(to: Authorization(.notDetermined))
        }
        #expect(status(1000) == Authorization(.authorizedAlways))
        #expect(status(1000, "other.service") == Authorization(.authorizedAlways))
        #expect(status(1000, "map.service") == Authorization(.authorizedWhenInUse, accuracy: .reducedAccuracy))
        // What a rule does not say is left to who decides.
        #expect(status(1001) == Authorization(.notDetermined, accuracy: .reducedAccuracy))
        #expect(status(1002)?.status == .restricted)
        #expect(status(4000)?.status == .denied)
        #expect(policy.locationServicesEnabled && policy.count == 5)
    }

    @Test func `A socket starts a program and decides nothing`() throws {
        let policy = try read(
            """
            users:
              alice: {authorizationStatus: authorizedAlways, wake: "unix:/run/alice.sock"}
            units:
              map.service: {wake: "unix:/run/map.sock"}
            """)
        #expect(policy.wake(for: ClientOwner(user: 1000, unit: nil)) == "/run/alice.sock")
        #expect(policy.wake(for: ClientOwner(user: 1000, unit: "map.service")) == "/run/map.sock")
        #expect(policy.wake(for: ClientOwner(user: 1001, unit: nil)) == nil)
        // What the unit may have is said by the rule of the user still.
        let rule = policy.rule(for: ClientOwner(user: 1000, unit: "map.service"))
        #expect(rule?.authorizationStatus == .authorizedAlways && policy.count == 1)
    }

    @Test func `A user or a unit may report steps, which decides nothing else`() throws {
        let policy = try read(
            """
            users:
              alice: {reportsSteps: true}
              bob: {reportsSteps: false}
            units:
              watch.service: {reportsSteps: true}
            """)
        #expect(policy.mayReportSteps(ClientOwner(user: 1000, unit: nil)))
        #expect(policy.mayReportSteps(ClientOwner(user: 1000, unit: "map.service")))
        #expect(policy.mayReportSteps(ClientOwner(user: 1001, unit: "watch.service")))
        #expect(!policy.mayReportSteps(ClientOwner(user: 1001, unit: nil)))
        #expect(policy.count == 0 && policy.rule(for: ClientOwner(user: 1000, unit: nil)) == nil)
    }

    @Test(arguments: ["", "# nothing\n", "users:\n", "users: {}\n", "{}"]) func `A file may say nothing`(_ text: String)
        throws
    {
        #expect(try read(text) == ClientPolicy())
    }

    @Test func `A file that is not there says nothing`() throws {
        var configuration = Configuration.Clients()
        configuration.file = "/nonexistent/clients.yaml"
        #expect(try configuration.read { _ in nil } == ClientPolicy())
    }

    @Test(arguments: [
        ("user: {alice: {}}", "clients.yaml:1:1: user: unknown key; did you mean users?"),
        ("users:\n  carol: {authorizationStatus: denied}", "clients.yaml:2:3: users.carol: this machine has no user"),
        ("users:\n  alice: {}", "clients.yaml:2:3: users.alice: the rule is empty; write authorizationStatus or"),
        (
            "users:\n  alice: {authorizationStatus: always}",
            "clients.yaml:2:32: users.alice.authorizationStatus: \"always\" is not a valid value"
        ),
        (
            "users:\n  alice: {authorizationStatus: authorisedAlways}",
            "did you mean authorizedAlways? Allowed: one of notDetermined, restricted"
        ),
        (
            "users:\n  alice: {authorization: denied}",
            "users.alice.authorization: unknown key; remove it; the keys are authorizationStatus, accur"
        ),
        ("users:\n  alice: denied", "clients.yaml:2:10: users.alice: expected a map of keys"),
        ("users: [alice]", "clients.yaml:1:8: users: expected a map of keys"),
        ("users:\n  alice: {authorizationStatus: [denied]}", "found a list or a map instead of a value; write one of"),
        (
            "users:\n  alice: {authorizationStatus: denied}\n  alice: {authorizationStatus: restricted}",
            "clients.yaml:3:3: users.alice: the key is already in line 2; remove one of the two"
        ),
        (
            "users:\n  alice: {authorizationStatus: denied}\n  1000: {authorizationStatus: restricted}",
            "clients.yaml:3:3: users.1000: this user is already in line 2"
        ),
        ("units:\n  map: {authorizationStatus: denied}", "units.map: \"map\" is not a service; write NAME.service"),
        (
            "locationServicesEnabled: yes",
            "locationServicesEnabled: \"yes\" is not true or false; did you mean true?"
        ),
        ("users:\n  alice: {wake: /run/a.sock}", "\"/run/a.sock\" is not unix:PATH; did you mean unix:/run/a.sock?"),
        ("units:\n  map.service: {wake: \"unix:/run/../etc/a.sock\"}", "contains .., . or an empty name"),
        ("everyone: {wake: \"unix:/run/a.sock\"}", "everyone.wake: a socket starts the program of one user or unit"),
        ("everyone: {reportsSteps: true}", "everyone.reportsSteps: not everyone may report steps"),
        ("users:\n\talice: x", "not YAML"),
        ("- alice", "expected a map of keys"),
        ("users:\n  alice: &a {authorizationStatus: denied}", "anchors (&) and aliases (*) are not supported"),
    ])
    func `Errors name their place and a remedy`(_ text: String, _ words: String) {
        let error = #expect(throws: ConfigurationError.self) { try read(text) }
        #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
    }

    @Test func `All that is wrong is said at once`() {
        let error = #expect(throws: ConfigurationError.self) {
            try read("users:\n  carol: {x: 1}\n  alice: {y: 2}\nunits: 7\nnobody: 1\n")
        }
        #expect(error?.problems.count == 4)
    }
}
