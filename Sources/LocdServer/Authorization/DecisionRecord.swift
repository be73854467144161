import LocationModel
import LocdConfiguration

/// The decision about a client, as it is stored.
struct DecisionRecord: Codable, Sendable, Hashable {
    var client: ClientOwner
    var standing: AuthorizationMachine.Standing
    var accuracyAuthorization: AccuracyAuthorization
    /// The one upgrade to always was requested and answered.
    var wasUpgradeAnswered: Bool

    init(_ client: ClientOwner, _ machine: AuthorizationMachine) {
        self.client = client
        standing = machine.standing
        accuracyAuthorization = machine.accuracy
        wasUpgradeAnswered = machine.wasUpgradeAnswered
    }

    /// The state of the client.
    var machine: AuthorizationMachine {
        AuthorizationMachine(standing, accuracy: accuracyAuthorization, wasUpgradeAnswered: wasUpgradeAnswered)
    }
}
