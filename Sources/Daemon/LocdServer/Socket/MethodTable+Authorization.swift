import Glibc
import LocationModel
import LocdConfiguration
import LocdProtocol
import SystemSupport

extension MethodTable {
    /// Requests of clients, and decisions of administrators.
    static func authorization(_ sessions: Sessions) -> [MethodHandler] {
        [
            MethodHandler(LocationInterface.Authorization.self, for: .everybody) { _, caller in
                caller.authorizationReply(sessions.sensors)
            },
            MethodHandler(LocationInterface.RequestAuthorization.self, for: .everybody) {
                parameters, caller throws(VarlinkError) in
                let purpose = try Purpose.validated(parameters.purpose)
                // A client that is not in use may not ask.
                if sessions.isInUse(caller.client) {
                    try await caller.request(parameters.request == .always ? .always : .whenInUse, purpose: purpose)
                }
                return caller.authorizationReply(sessions.sensors)
            },
            MethodHandler(LocationInterface.RequestTemporaryFullAccuracyAuthorization.self, for: .everybody) {
                parameters, caller throws(VarlinkError) in
                let (key, purpose) = (try parameters.effectivePurpose, try Purpose.validated(parameters.purpose))
                guard sessions.isInUse(caller.client) else { throw .promptDeclined }
                try await caller.request(.temporaryFullAccuracy(purposeKey: key), purpose: purpose)
                return caller.authorizationReply(sessions.sensors)
            },
            MethodHandler(LocationInterface.Authorize.self, for: .administration) {
                parameters, caller throws(VarlinkError) in
                let status = parameters.authorizationStatus ?? .authorizedWhenInUse
                guard status.isAuthorized else { throw .invalidParameter("authorizationStatus") }
                let accuracy = parameters.accuracyAuthorization ?? .fullAccuracy
                if parameters.once == true, status == .authorizedAlways { throw .invalidParameter("once") }
                try await caller.decide(
                    parameters.once == true ? .once(accuracy) : .allow(status, accuracy),
                    about: try ClientOwner(user: parameters.user, unit: parameters.unit))
                return EmptyReply()
            },
            MethodHandler(LocationInterface.Deny.self, for: .administration) {
                parameters, caller throws(VarlinkError) in
                try await caller.decide(.deny, about: try ClientOwner(user: parameters.user, unit: parameters.unit))
                return EmptyReply()
            },
            MethodHandler(LocationInterface.Reset.self, for: .administration) {
                parameters, caller throws(VarlinkError) in
                try await caller.decide(.reset, about: try ClientOwner(user: parameters.user, unit: parameters.unit))
                return EmptyReply()
            },
            // The authority decides who may answer, and about whom.
            MethodHandler(streaming: LocationInterface.Agent.self, for: .everybody) { _, caller in
                try await caller.serveAsAgent()
            },
            MethodHandler(LocationInterface.Answer.self, for: .everybody) { parameters, caller throws(VarlinkError) in
                try caller.answer(parameters)
                return EmptyReply()
            },
            MethodHandler(LocationInterface.Authorizations.self, for: .administration) { _, caller in
                caller.authorizations
            },
            // A server in between needs it for each of its users; it already has exact coordinates.
            MethodHandler(LocationInterface.AuthorizationOf.self, for: .fullAccuracy) {
                parameters, caller throws(VarlinkError) in
                let owner = try ClientOwner(user: parameters.user, unit: nil)
                guard owner.user != SystemUser.network else { throw .invalidParameter("user") }
                let groups = parameters.groups ?? []
                let numbers = groups.compactMap { gid_t(exactly: $0) }.filter { $0 != .max }
                guard numbers.count == groups.count, numbers.count <= UserParameters.maximumGroups else {
                    throw .invalidParameter("groups")
                }
                return caller.authorizationReply(
                    of: Peer(user: owner.user, group: .max, process: 0, supplementaryGroups: numbers),
                    sessions.sensors)
            },
        ]
    }
}

extension ClientOwner {
    /// The client that a caller names.
    fileprivate init(user: Int, unit: String?) throws(VarlinkError) {
        guard let number = uid_t(exactly: user) else { throw .invalidParameter("user") }
        if let unit {
            guard number != SystemUser.network else { throw .invalidParameter("unit") }
            let isPlain = unit.unicodeScalars.allSatisfy { $0.value > 0x20 && !(0x7F...0x9F).contains($0.value) }
            guard unit.hasSuffix(".service"), unit.utf8.count <= 512, isPlain else { throw .invalidParameter("unit") }
        }
        self.init(user: number, unit: unit)
    }
}
