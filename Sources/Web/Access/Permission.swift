package import LocationModel

/// What a viewer may see, and why.
package struct Permission: Sendable, Hashable {
    /// The scope.
    package var authorization: Authorization
    /// The explanation for a viewer without full accuracy; empty otherwise.
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
