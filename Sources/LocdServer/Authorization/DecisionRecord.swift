import LocationModel
import LocdConfiguration

/// What was decided about a client, as it is kept over a restart.
struct DecisionRecord: Codable, Sendable, Hashable {
    var client: ClientOwner
    var standing: AuthorizationMachine.Standing
    var accuracyAuthorization: AccuracyAuthorization
    /// The one upgrade to always was asked for, and answered.
    var wasUpgradeAnswered: Bool

    init(_ client: ClientOwner, _ machine: AuthorizationMachine) {
        self.client = client
        standing = machine.standing
        accuracyAuthorization = machine.accuracy
        wasUpgradeAnswered = machine.wasUpgradeAnswered
    }

    /// Where the client stood.
    var machine: AuthorizationMachine {
        AuthorizationMachine(standing, accuracy: accuracyAuthorization, wasUpgradeAnswered: wasUpgradeAnswered)
    }
}
