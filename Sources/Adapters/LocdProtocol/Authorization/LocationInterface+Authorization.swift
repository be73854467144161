public import LocationModel

extension LocationInterface {
    static let authorizationMethods: [any VarlinkMethod.Type] = [
        Authorization.self, RequestAuthorization.self, RequestTemporaryFullAccuracyAuthorization.self,
        Authorize.self, Deny.self, Reset.self, Authorizations.self, AuthorizationOf.self,
    ]

    /// `Authorization`: the authorization of the caller.
    public enum Authorization: LocationMethod {
        /// The label of the caller.
        public typealias Parameters = LabelParameters
        /// The authorization and its accuracy.
        public struct Reply: Codable, Sendable, Hashable {
            /// Whether the caller is authorized to receive coordinates.
            public var authorizationStatus: AuthorizationStatus
            /// The accuracy that the caller is authorized for.
            public var accuracyAuthorization: AccuracyAuthorization
            /// False if coordinates are disabled for everybody; then the status is denied.
            public var locationServicesEnabled: Bool
            /// Whether headings can be expected: the receiver has reported one, or the machine has a compass.
            public var headingAvailable: Bool
            /// Whether this daemon listens to beacons.
            public var isRangingAvailable: Bool
            /// Whether anything counts steps.
            public var stepCountingAvailable: Bool

            /// Answers with the caller's authorization.
            public init(
                authorizationStatus: AuthorizationStatus, accuracyAuthorization: AccuracyAuthorization,
                locationServicesEnabled: Bool, headingAvailable: Bool = false, isRangingAvailable: Bool = false,
                stepCountingAvailable: Bool = false
            ) {
                self.headingAvailable = headingAvailable
                self.authorizationStatus = authorizationStatus
                self.accuracyAuthorization = accuracyAuthorization
                self.locationServicesEnabled = locationServicesEnabled
                self.isRangingAvailable = isRangingAvailable
                self.stepCountingAvailable = stepCountingAvailable
            }
        }
    }

    /// `RequestAuthorization`: requests coordinates.
    public enum RequestAuthorization: LocationMethod {
        /// The requested authorization.
        public typealias Parameters = RequestAuthorizationParameters
        /// The caller's authorization now.
        public typealias Reply = Authorization.Reply
    }

    /// `RequestTemporaryFullAccuracyAuthorization`: requests full accuracy for this use.
    public enum RequestTemporaryFullAccuracyAuthorization: LocationMethod {
        /// The purpose.
        public typealias Parameters = TemporaryFullAccuracyParameters
        /// The caller's authorization now.
        public typealias Reply = Authorization.Reply
    }

    /// `Authorize`: authorizes a client.
    public enum Authorize: LocationMethod {
        /// The client and its authorization.
        public typealias Parameters = AuthorizeParameters
        /// Nothing.
        public typealias Reply = EmptyReply
    }

    /// `Deny`: denies a client access to coordinates.
    public enum Deny: LocationMethod {
        /// The client.
        public typealias Parameters = ClientParameters
        /// Nothing.
        public typealias Reply = EmptyReply
    }

    /// `Reset`: deletes the decision for a client.
    public enum Reset: LocationMethod {
        /// The client.
        public typealias Parameters = ClientParameters
        /// Nothing.
        public typealias Reply = EmptyReply
    }

    /// `Authorizations`: the stored decisions, the open requests and the rules of the policy.
    public enum Authorizations: LocationMethod {
        /// None.
        public typealias Parameters = NoParameters
        /// All of them.
        public struct Reply: Codable, Sendable, Hashable {
            /// False if coordinates are disabled for everybody.
            public var locationServicesEnabled: Bool
            /// The decisions and open requests, then the rules of the policy.
            public var authorizations: [ReportedAuthorization]

            /// Answers with all of them.
            public init(locationServicesEnabled: Bool, authorizations: [ReportedAuthorization]) {
                self.locationServicesEnabled = locationServicesEnabled
                self.authorizations = authorizations
            }
        }
    }

    /// `AuthorizationOf`: the authorization of another user's programs, for a server that passes coordinates on to
    /// them.
    public enum AuthorizationOf: LocationMethod {
        /// The user.
        public typealias Parameters = UserParameters
        /// The authorization of that user.
        public typealias Reply = Authorization.Reply
    }
}
