internal import LocationModel
package import LocdClient
internal import LocdProtocol

extension ViewerAuthority.Questions {
    /// The daemon behind a socket.
    package init(_ client: LocdClient) {
        self.init { user, groups in
            let reply = try await client.call(
                LocationInterface.AuthorizationOf.self, UserParameters(user: Int(user), groups: groups.map(Int.init)))
            return Authorization(reply.authorizationStatus, accuracy: reply.accuracyAuthorization)
        } own: {
            let reply = try await client.call(LocationInterface.Authorization.self, LabelParameters())
            return Authorization(reply.authorizationStatus, accuracy: reply.accuracyAuthorization)
        } isAbsence: { error in
            if let error = error as? LocdClientError, case .refused = error.code { return false }
            return true
        }
    }
}
