public import LocationModel

/// The interface `org.locd.Location`: its name, its text and its methods.
public enum LocationInterface {
    /// The name.
    public static let name = "org.locd.Location"

    /// The interface file as shipped: the documentation, in the Varlink interface language.
    public static var description: String {
        String(decoding: PackageResources.org_locd_Location_varlink, as: UTF8.self)
    }

    /// All methods. Each file that adds methods lists its own.
    public static let methods: [any VarlinkMethod.Type] =
        [Status.self, Sky.self, Why.self] + sessionMethods + clientMethods + authorizationMethods + agentMethods
        + geocodingMethods + motionMethods + beaconMethods + stepMethods

    /// `Status`: the status of the daemon, its receiver and its track.
    public enum Status: LocationMethod {
        /// None.
        public typealias Parameters = NoParameters
        /// Everything that the caller is authorized to see.
        public typealias Reply = StatusReply
    }

    /// `Sky`: the satellites that the receiver sees.
    public enum Sky: LocationMethod {
        /// None.
        public typealias Parameters = NoParameters
        /// The latest view.
        public struct Reply: Codable, Sendable, Hashable {
            /// The receiver's time of the view, RFC 3339.
            public var timestamp: String?
            /// Every satellite in view, used or not.
            public var satellites: [ReportedSatellite]

            /// Answers with a view; `nil` if no view is available.
            public init(_ view: SkyView?) {
                timestamp = view?.timestamp?.description
                satellites = view?.satellites.map(ReportedSatellite.init) ?? []
            }
        }
    }

    /// `Why`: the results for the latest fixes, with the reasons.
    public enum Why: LocationMethod {
        /// The period and the limit.
        public typealias Parameters = WhyParameters
        /// The results, as far as the caller is authorized to see them.
        public typealias Reply = WhyReply
    }
}

/// A method of `org.locd.Location`. Its name is the name of its type.
public protocol LocationMethod: VarlinkMethod {}

extension LocationMethod {
    /// The full name.
    public static var name: String { "\(LocationInterface.name).\(Self.self)" }
}
