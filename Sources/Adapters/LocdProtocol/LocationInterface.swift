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

extension LocationInterface {
    static let stepMethods: [any VarlinkMethod.Type] = [ReportSteps.self]

    /// `ReportSteps`: reports steps that another device counted.
    public enum ReportSteps: LocationMethod {
        /// The steps.
        public typealias Parameters = StepsParameters
        /// Nothing.
        public typealias Reply = EmptyReply
    }
}

extension LocationInterface {
    static let beaconMethods: [any VarlinkMethod.Type] = [ReportAdvertisements.self]

    /// `ReportAdvertisements`: reports Bluetooth advertisements that another receiver heard.
    public enum ReportAdvertisements: LocationMethod {
        /// The advertisements.
        public typealias Parameters = AdvertisementsParameters
        /// How many of them are beacons.
        public struct Reply: Codable, Sendable, Hashable {
            /// The number of advertisements that are those of beacons.
            public var beacons: Int

            /// Answers with a number.
            public init(beacons: Int) {
                self.beacons = beacons
            }
        }
    }
}

extension LocationInterface {
    static let agentMethods: [any VarlinkMethod.Type] = [Agent.self, Answer.self]

    /// `Agent`: the questions of clients without a stored decision.
    public enum Agent: LocationMethod {
        /// None.
        public typealias Parameters = NoParameters
        /// A question, or the withdrawal of one; the first reply has neither.
        public struct Reply: Codable, Sendable, Hashable {
            /// A question.
            public var question: AgentQuestion?
            /// The identifier of a question that another agent answered, or that timed out.
            public var withdrawn: String?

            /// A reply.
            public init(question: AgentQuestion? = nil, withdrawn: String? = nil) {
                self.question = question
                self.withdrawn = withdrawn
            }
        }
    }

    /// `Answer`: the answer of a person to a question.
    public enum Answer: LocationMethod {
        /// The question and the answer.
        public typealias Parameters = AnswerParameters
        /// Nothing.
        public typealias Reply = EmptyReply
    }
}

extension LocationInterface {
    static let geocodingMethods: [any VarlinkMethod.Type] = [
        ReverseGeocode.self, Geocode.self,
    ]

    /// `ReverseGeocode`: the places at a coordinate.
    public enum ReverseGeocode: LocationMethod {
        /// The coordinate.
        public typealias Parameters = ReverseGeocodeParameters
        /// The places.
        public struct Reply: Codable, Sendable, Hashable {
            /// The places, the most likely first.
            public var placemarks: [Placemark]

            /// Answers with placemarks.
            public init(placemarks: [Placemark]) {
                self.placemarks = placemarks
            }
        }
    }

    /// `Geocode`: the location of a named place.
    public enum Geocode: LocationMethod {
        /// The address.
        public typealias Parameters = GeocodeParameters
        /// The places.
        public struct Reply: Codable, Sendable, Hashable {
            /// The places, the most likely first.
            public var placemarks: [Placemark]
            /// Whether part of the address was ignored.
            public var isPartial: Bool

            /// Answers with placemarks.
            public init(placemarks: [Placemark], isPartial: Bool) {
                self.placemarks = placemarks
                self.isPartial = isPartial
            }
        }
    }
}
