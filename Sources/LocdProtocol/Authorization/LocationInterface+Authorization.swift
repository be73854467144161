public import LocationModel

extension LocationInterface {
    /// `Authorization`: what the caller may have.
    public enum Authorization: VarlinkMethod {
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
        /// The full name.
        public static let name = "org.locd.Location.Authorization"
    }

    /// `RequestAuthorization`: asks for coordinates.
    public enum RequestAuthorization: VarlinkMethod {
        /// Which.
        public typealias Parameters = RequestAuthorizationParameters
        /// What the caller may have now.
        public typealias Reply = Authorization.Reply
        /// The full name.
        public static let name = "org.locd.Location.RequestAuthorization"
    }

    /// `RequestTemporaryFullAccuracyAuthorization`: asks for full accuracy for this use.
    public enum RequestTemporaryFullAccuracyAuthorization: VarlinkMethod {
        /// What for.
        public typealias Parameters = TemporaryFullAccuracyParameters
        /// What the caller may have now.
        public typealias Reply = Authorization.Reply
        /// The full name.
        public static let name = "org.locd.Location.RequestTemporaryFullAccuracyAuthorization"
    }

    /// `Authorize`: allows a client something.
    public enum Authorize: VarlinkMethod {
        /// Whom, and what.
        public typealias Parameters = AuthorizeParameters
        /// Nothing.
        public typealias Reply = EmptyReply
        /// The full name.
        public static let name = "org.locd.Location.Authorize"
    }

    /// `Deny`: refuses a client everything.
    public enum Deny: VarlinkMethod {
        /// Whom.
        public typealias Parameters = ClientParameters
        /// Nothing.
        public typealias Reply = EmptyReply
        /// The full name.
        public static let name = "org.locd.Location.Deny"
    }

    /// `Reset`: forgets what was decided about a client.
    public enum Reset: VarlinkMethod {
        /// About whom.
        public typealias Parameters = ClientParameters
        /// Nothing.
        public typealias Reply = EmptyReply
        /// The full name.
        public static let name = "org.locd.Location.Reset"
    }

    /// `Authorizations`: what is decided, and what is asked for.
    public enum Authorizations: VarlinkMethod {
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
        /// The full name.
        public static let name = "org.locd.Location.Authorizations"
    }
}
