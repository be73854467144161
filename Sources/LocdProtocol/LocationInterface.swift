public import LocationModel

/// The interface `org.locd.Location`: its name, its text and its methods.
public enum LocationInterface {
    /// The name.
    public static let name = "org.locd.Location"

    /// The interface file as it ships: the documentation, in the Varlink interface language.
    public static var description: String {
        String(decoding: PackageResources.org_locd_Location_varlink, as: UTF8.self)
    }

    /// All methods.
    public static let methods: [any VarlinkMethod.Type] = [
        Status.self, Sky.self, Why.self, Location.self, Updates.self, Heading.self, Visits.self, Events.self,
        Configure.self, Start.self, Stop.self, RequestLocation.self, AllowDeferredLocationUpdates.self,
        DisallowDeferredLocationUpdates.self, EnterBackground.self, EnterForeground.self, RaiseAccuracy.self,
        Sleep.self, Wake.self, Regions.self, AddRegion.self, RemoveRegion.self, RegionState.self, Authorization.self,
        RequestAuthorization.self, RequestTemporaryFullAccuracyAuthorization.self, Authorize.self, Deny.self,
        Reset.self, Authorizations.self, Clients.self, Tracks.self, ReverseGeocode.self, Geocode.self, Reload.self,
    ]

    /// `Status`: how the daemon, its receiver and its track are.
    public enum Status: VarlinkMethod {
        /// None.
        public typealias Parameters = NoParameters
        /// Everything that the caller may know.
        public typealias Reply = StatusReply
        /// The full name.
        public static let name = "org.locd.Location.Status"
    }

    /// `Sky`: the satellites that the receiver sees.
    public enum Sky: VarlinkMethod {
        /// None.
        public typealias Parameters = NoParameters
        /// The latest view.
        public struct Reply: Codable, Sendable, Hashable {
            /// The receiver's time of the view, RFC 3339.
            public var timestamp: String?
            /// Every satellite in view, used or not.
            public var satellites: [ReportedSatellite]

            /// Answers with a view; `nil` where there is none.
            public init(_ view: SkyView?) {
                timestamp = view?.timestamp?.description
                satellites = view?.satellites.map(ReportedSatellite.init) ?? []
            }
        }
        /// The full name.
        public static let name = "org.locd.Location.Sky"
    }

    /// `Why`: what became of the latest fixes, and why.
    public enum Why: VarlinkMethod {
        /// Which fixes.
        public typealias Parameters = WhyParameters
        /// What became of them, as far as the caller may know.
        public typealias Reply = WhyReply
        /// The full name.
        public static let name = "org.locd.Location.Why"
    }
}
