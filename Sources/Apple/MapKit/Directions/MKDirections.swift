/// How one travels.
@_weakLinked public struct MKDirectionsTransportType: OptionSet, Sendable {
    /// As a number.
    public let rawValue: UInt
    /// Of a number.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// By car.
    public static let automobile = Self(rawValue: 1)
    /// On foot.
    public static let walking = Self(rawValue: 2)
    /// By bus and train.
    public static let transit = Self(rawValue: 4)
    /// By bicycle.
    public static let cycling = Self(rawValue: 8)
    /// Any way.
    public static let any = Self(rawValue: 0x0FFF_FFFF)
}

/// Directions. There is no router on this machine: each request fails with `directionsNotFound`, and says so.
@_weakLinked open class MKDirections: NSObject, @unchecked Sendable {
    // Unchecked, because clients may subclass it: its values do not change.

    /// Called on the main queue.
    public typealias DirectionsHandler = (Response?, (any Error)?) -> Void
    /// Called on the main queue.
    public typealias ETAHandler = (ETAResponse?, (any Error)?) -> Void

    /// From where to where.
    @_weakLinked open class Request: NSObject, @unchecked Sendable {
        // Unchecked: who changes it does not share it meanwhile, as with Apple's.

        open var source: MKMapItem?
        open var destination: MKMapItem?
        open var transportType = MKDirectionsTransportType.any
        open var requestsAlternateRoutes = false
        open var departureDate: Date?
        open var arrivalDate: Date?

        public override init() { super.init() }
    }

    /// Routes.
    @_weakLinked open class Response: NSObject, @unchecked Sendable {
        // Unchecked, because clients may subclass it: its values do not change.

        /// From where.
        public let source: MKMapItem
        /// To where.
        public let destination: MKMapItem
        /// The ways.
        public let routes: [MKRoute]

        init(source: MKMapItem, destination: MKMapItem, routes: [MKRoute]) {
            (self.source, self.destination, self.routes) = (source, destination, routes)
            super.init()
        }
    }

    /// How long a way takes: a type, because nothing here knows it.
    @_weakLinked open class ETAResponse: NSObject, @unchecked Sendable {
        // Unchecked, because clients may subclass it: its values do not change.

        /// From where.
        open var source: MKMapItem { .forCurrentLocation() }
        /// To where.
        open var destination: MKMapItem { .forCurrentLocation() }
        /// Seconds.
        open var expectedTravelTime: TimeInterval { 0 }
        /// Metres.
        open var distance: CLLocationDistance { 0 }
        /// When one is there.
        open var expectedArrivalDate: Date { .distantFuture }
        /// When one leaves.
        open var expectedDepartureDate: Date { .distantFuture }
        /// How one travels.
        open var transportType: MKDirectionsTransportType { .any }
    }

    /// Directions of a request.
    public init(request: Request) { super.init() }

    /// Always `false`.
    open var isCalculating: Bool { false }

    /// Fails.
    open func calculate(completionHandler: @escaping DirectionsHandler) {
        let asked = Transferred(completionHandler)
        DispatchQueue.main.async { asked.value(nil, Self.noRouter) }
    }

    /// Fails.
    open func calculate() async throws -> Response { throw Self.noRouter }

    /// Fails.
    open func calculateETA(completionHandler: @escaping ETAHandler) {
        calculate { completionHandler(nil, $1) }
    }

    /// Fails.
    open func calculateETA() async throws -> ETAResponse { throw Self.noRouter }

    /// Nothing runs.
    open func cancel() {}

    private static let noRouter = MKError(
        .directionsNotFound, "locd has no router; ask a routing program such as Valhalla or OSRM")
}

/// A way from one place to another: a type, because nothing here finds one.
@_weakLinked open class MKRoute: NSObject, @unchecked Sendable {
    // Unchecked, because clients may subclass it: its values do not change.

    /// What it is called.
    public let name: String
    /// What to know before.
    public let advisoryNotices: [String]
    /// Metres.
    public let distance: CLLocationDistance
    /// Seconds.
    public let expectedTravelTime: TimeInterval
    /// How one travels.
    public let transportType: MKDirectionsTransportType
    /// Its line.
    public let polyline: MKPolyline
    /// Its parts.
    public let steps: [Step]
    /// Whether it costs.
    public let hasTolls: Bool
    /// Whether it has motorways.
    public let hasHighways: Bool

    /// A way without points.
    public override init() {
        (name, advisoryNotices, distance, expectedTravelTime) = ("", [], 0, 0)
        (transportType, polyline, steps, hasTolls, hasHighways) = (.any, MKPolyline(), [], false, false)
        super.init()
    }

    /// A part of a way.
    @_weakLinked open class Step: NSObject, @unchecked Sendable {
        // Unchecked, because clients may subclass it: its values do not change.

        /// Its line.
        public let polyline: MKPolyline
        /// What to do.
        public let instructions: String
        /// What to know.
        public let notice: String?
        /// Metres.
        public let distance: CLLocationDistance
        /// How one travels.
        public let transportType: MKDirectionsTransportType

        /// A part without points.
        public override init() {
            (polyline, instructions, notice, distance, transportType) = (MKPolyline(), "", nil, 0, .any)
            super.init()
        }
    }
}
