import LocationModel

/// All points within a distance of a point.
struct CLRegionCircle {
    /// Metres: what can be monitored.
    static var maximumRadius: CLLocationDistance { RegionFile.maximumReach }

    let center: CLLocationCoordinate2D
    /// Metres, at most the maximum.
    let radius: CLLocationDistance

    init(center: CLLocationCoordinate2D, radius: CLLocationDistance) {
        self.center = center
        self.radius = min(radius, Self.maximumRadius)
    }

    /// Whether a point is on Earth and within, the boundary included.
    func contains(_ point: CLLocationCoordinate2D) -> Bool {
        CLLocationCoordinate2DIsValid(point) && center.coordinate.distance(to: point.coordinate) <= radius
    }
}

extension CLRegionCircle {
    /// Reads an archive; `nil` if it contains no circle.
    init?(coder: NSCoder) {
        guard coder.containsValue(forKey: "radius") else { return nil }
        self.init(
            center: CLLocationCoordinate2D(
                latitude: coder.decodeDouble(forKey: "latitude"), longitude: coder.decodeDouble(forKey: "longitude")),
            radius: coder.decodeDouble(forKey: "radius"))
    }

    func encode(with coder: NSCoder) {
        coder.encode(center.latitude, forKey: "latitude")
        coder.encode(center.longitude, forKey: "longitude")
        coder.encode(radius, forKey: "radius")
    }
}
