import LocationModel
import LocdConfiguration
import LocdProtocol

extension AuthorizationMachine.Question {
    /// The request, as the socket and the agent receive it.
    var name: ReportedAuthorization.Request {
        switch self {
        case .whenInUse: .whenInUse
        case .always: .always
        case .upgrade: .upgrade
        case .keepAlways: .keepAlways
        case .temporaryFullAccuracy: .temporaryFullAccuracy
        }
    }
}

extension ReportedAuthorization {
    /// The decision about a client, or its open request, under the rule that applies to it.
    init(_ owner: ClientOwner, _ machine: AuthorizationMachine, rule: ClientPolicy.Rule?) {
        let authorization = rule?.applied(to: machine.authorization) ?? machine.authorization
        self.init(
            user: Int(owner.user), unit: owner.unit, authorizationStatus: authorization.status,
            accuracyAuthorization: authorization.accuracy, rulePlace: rule.map { "\($0.origin)" },
            isOnce: machine.standing == .authorizedOnce, isProvisional: machine.standing == .provisionalAlways,
            request: machine.question?.name)
    }

    fileprivate init(_ rule: ClientPolicy.Rule, user: UInt32? = nil, unit: String? = nil) {
        self.init(
            user: user.map(Int.init), unit: unit, authorizationStatus: rule.authorizationStatus,
            accuracyAuthorization: rule.accuracyAuthorization, rulePlace: "\(rule.origin)", isOnce: false,
            isProvisional: false)
    }
}

extension ClientPolicy {
    /// The rules, as the socket reports them.
    var reports: [ReportedAuthorization] {
        users.sorted { $0.key < $1.key }.map { ReportedAuthorization($0.value, user: $0.key) }
            + units.sorted { $0.key < $1.key }.map { ReportedAuthorization($0.value, unit: $0.key) }
            + [everyone].compactMap(\.self).map { ReportedAuthorization($0) }
    }
}
