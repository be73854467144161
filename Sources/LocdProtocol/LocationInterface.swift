public import LocationModel

/// The interface `org.locd.Location`: its name, its text and its methods.
public enum LocationInterface {
    /// The name.
    public static let name = "org.locd.Location"

    /// The interface file as it ships: the documentation, in the Varlink interface language.
    public static var description: String {
        String(decoding: PackageResources.org_locd_Location_varlink, as: UTF8.self)
    }

    /// All methods. Each file that adds some lists its own.
    public static let methods: [any VarlinkMethod.Type] =
        [Status.self, Sky.self, Why.self] + sessionMethods + clientMethods + authorizationMethods + geocodingMethods

    /// `Status`: how the daemon, its receiver and its track are.
    public enum Status: LocationMethod {
        /// None.
        public typealias Parameters = NoParameters
        /// Everything that the caller may know.
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

            /// Answers with a view; `nil` where there is none.
            public init(_ view: SkyView?) {
                timestamp = view?.timestamp?.description
                satellites = view?.satellites.map(ReportedSatellite.init) ?? []
            }
        }
    }

    /// `Why`: what became of the latest fixes, and why.
    public enum Why: LocationMethod {
        /// Which fixes.
        public typealias Parameters = WhyParameters
        /// What became of them, as far as the caller may know.
        public typealias Reply = WhyReply
    }
}

/// A method of `org.locd.Location`, which is called what its type is called.
public protocol LocationMethod: VarlinkMethod {}

extension LocationMethod {
    /// The full name.
    public static var name: String { "\(LocationInterface.name).\(Self.self)" }
}
