/// What this package can describe; locations too, if there is a CoreLocation.
public protocol Described {
    /// In a few words.
    var summary: String { get }
}

extension Int: Described {
    /// In a few words.
    public var summary: String { "number \(self)" }
}

/// Looks at any value as one that may be described.
public func summary(of value: Any) -> String {
    (value as? any Described)?.summary ?? "something"
}

#if canImport(CoreLocation)
    import CoreLocation

    /// Whether this was compiled with a CoreLocation.
    public let seesCoreLocation = true

    extension CLLocation: Described {
        /// In a few words.
        public var summary: String { "location \(coordinate.latitude) \(coordinate.longitude)" }
    }

    extension CLLocationCoordinate2D: Described {
        /// In a few words.
        public var summary: String { "coordinate \(latitude) \(longitude)" }
    }

    extension CLAuthorizationStatus: Described {
        /// In a few words.
        public var summary: String { self == .denied ? "denied" : "\(rawValue)" }
    }

    /// A manager of its own.
    public final class NeighbourManager: CLLocationManager, CLLocationManagerDelegate {
        /// Does nothing.
        public func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {}
    }
#else
    /// Whether this was compiled with a CoreLocation.
    public let seesCoreLocation = false
#endif
