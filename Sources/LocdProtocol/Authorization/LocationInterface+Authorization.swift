public import LocationModel

extension LocationInterface {
    static let authorizationMethods: [any VarlinkMethod.Type] = [
        Authorization.self, RequestAuthorization.self, RequestTemporaryFullAccuracyAuthorization.self,
        Authorize.self, Deny.self, Reset.self, Authorizations.self,
    ]

    /// `Authorization`: what the caller may have.
    public enum Authorization: LocationMethod {
        /// Under which label.
        public typealias Parameters = LabelParameters
        /// Whether, and how exactly.
        public struct Reply: Codable, Sendable, Hashable {
            /// Whether it may have coordinates.
            public var authorizationStatus: AuthorizationStatus
            /// How exactly.
            public var accuracyAuthorization: AccuracyAuthorization
            /// False where coordinates are for nobody; then the status is denied.
            public var locationServicesEnabled: Bool

            /// Answers with what the caller may have.
            public init(
                authorizationStatus: AuthorizationStatus, accuracyAuthorization: AccuracyAuthorization,
                locationServicesEnabled: Bool
            ) {
                self.authorizationStatus = authorizationStatus
                self.accuracyAuthorization = accuracyAuthorization
                self.locationServicesEnabled = locationServicesEnabled
            }
        }
    }

    /// `RequestAuthorization`: asks for coordinates.
    public enum RequestAuthorization: LocationMethod {
        /// Which.
        public typealias Parameters = RequestAuthorizationParameters
        /// What the caller may have now.
        public typealias Reply = Authorization.Reply
    }

    /// `RequestTemporaryFullAccuracyAuthorization`: asks for full accuracy for this use.
    public enum RequestTemporaryFullAccuracyAuthorization: LocationMethod {
        /// What for.
        public typealias Parameters = TemporaryFullAccuracyParameters
        /// What the caller may have now.
        public typealias Reply = Authorization.Reply
    }

    /// `Authorize`: allows a client something.
    public enum Authorize: LocationMethod {
        /// Whom, and what.
        public typealias Parameters = AuthorizeParameters
        /// Nothing.
        public typealias Reply = EmptyReply
    }

    /// `Deny`: refuses a client everything.
    public enum Deny: LocationMethod {
        /// Whom.
        public typealias Parameters = ClientParameters
        /// Nothing.
        public typealias Reply = EmptyReply
    }

    /// `Reset`: forgets what was decided about a client.
    public enum Reset: LocationMethod {
        /// About whom.
        public typealias Parameters = ClientParameters
        /// Nothing.
        public typealias Reply = EmptyReply
    }

    /// `Authorizations`: what is decided, and what is asked for.
    public enum Authorizations: LocationMethod {
        /// None.
        public typealias Parameters = NoParameters
        /// All of it.
        public struct Reply: Codable, Sendable, Hashable {
            /// False where coordinates are for nobody.
            public var locationServicesEnabled: Bool
            /// The decisions and open requests, then the rules of the policy.
            public var authorizations: [ReportedAuthorization]

            /// Answers with all of it.
            public init(locationServicesEnabled: Bool, authorizations: [ReportedAuthorization]) {
                self.locationServicesEnabled = locationServicesEnabled
                self.authorizations = authorizations
            }
        }
    }
}
