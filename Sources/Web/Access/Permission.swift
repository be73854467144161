package import LocationModel

/// What a viewer may have, and why.
package struct Permission: Sendable, Hashable {
    /// What.
    package var authorization: Authorization
    /// A sentence for one who may have nothing, or less than everything; empty otherwise.
    package var reason: String

    package init(_ authorization: Authorization, _ reason: String = "") {
        self.authorization = authorization
        self.reason = reason
    }

    package var disclosure: Disclosure { authorization.disclosure }

    /// Nothing.
    package static func nothing(_ reason: String, _ status: AuthorizationStatus = .denied) -> Permission {
        Permission(Authorization(status), reason)
    }
}
