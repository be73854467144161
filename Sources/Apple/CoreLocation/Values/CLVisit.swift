import LocationModel

/// A stay at a place: reported on arrival, and once more when it ends.
@_weakLinked open class CLVisit: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    // Unchecked: its values are written by initializers only.
    private var values = Values()

    /// When it began; `Date.distantPast` if that is unknown.
    open var arrivalDate: Date { values.arrival }
    /// When it ended; `Date.distantFuture` while it lasts.
    open var departureDate: Date { values.departure }
    /// The middle of the place.
    open var coordinate: CLLocationCoordinate2D { values.coordinate }
    /// Metres, the radius of the place.
    open var horizontalAccuracy: CLLocationAccuracy { values.horizontalAccuracy }

    /// A visit of which nothing is known.
    public override init() {
        super.init()
    }

    /// A visit of the daemon's.
    convenience init(_ visit: Visit) {
        self.init()
        values = Values(
            arrival: visit.arrivalDate.map { Date($0) } ?? .distantPast,
            departure: visit.departureDate.map { Date($0) } ?? .distantFuture,
            coordinate: CLLocationCoordinate2D(visit.coordinate),
            horizontalAccuracy: visit.horizontalAccuracy ?? Location.boundOfUnknownAccuracy)
    }

    /// Reads an archive; `nil` where it holds no times.
    public required init?(coder: NSCoder) {
        guard let arrival = coder.decodeObject(of: NSDate.self, forKey: Key.arrival),
            let departure = coder.decodeObject(of: NSDate.self, forKey: Key.departure)
        else { return nil }
        super.init()
        values = Values(
            arrival: arrival as Date, departure: departure as Date,
            coordinate: CLLocationCoordinate2D(
                latitude: coder.decodeDouble(forKey: Key.latitude), longitude: coder.decodeDouble(forKey: Key.longitude)
            ),
            horizontalAccuracy: coder.decodeDouble(forKey: Key.accuracy))
    }

    /// Writes an archive.
    open func encode(with coder: NSCoder) {
        coder.encode(arrivalDate as NSDate, forKey: Key.arrival)
        coder.encode(departureDate as NSDate, forKey: Key.departure)
        coder.encode(coordinate.latitude, forKey: Key.latitude)
        coder.encode(coordinate.longitude, forKey: Key.longitude)
        coder.encode(horizontalAccuracy, forKey: Key.accuracy)
    }

    /// Archives of it are read with its class named.
    public static var supportsSecureCoding: Bool { true }

    /// Itself: it does not change.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Place, radius and times.
    open override var description: String {
        let place = String(
            format: "<%+.8f,%+.8f> +/- %.2fm", coordinate.latitude, coordinate.longitude, horizontalAccuracy)
        return "\(place) from \(arrivalDate) to \(departureDate)"
    }

    private struct Values {
        var arrival = Date.distantPast
        var departure = Date.distantFuture
        var coordinate = kCLLocationCoordinate2DInvalid
        var horizontalAccuracy: CLLocationAccuracy = -1
    }

    private enum Key {
        static let arrival = "arrivalDate"
        static let departure = "departureDate"
        static let latitude = "latitude"
        static let longitude = "longitude"
        static let accuracy = "horizontalAccuracy"
    }
}
