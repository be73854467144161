import LocationModel

extension CLRegion {
    /// A region of the daemon: a circular region for a circle; for other shapes a region with the name only.
    static func make(_ region: Region) -> CLRegion {
        let made =
            if case .circle(let center, let radius) = region.shape {
                CLCircularRegion(
                    center: CLLocationCoordinate2D(center), radius: radius, identifier: region.identifier)
            } else {
                CLRegion(identifier: region.identifier)
            }
        made.notifyOnEntry = region.notifyOnEntry
        made.notifyOnExit = region.notifyOnExit
        return made
    }

    /// The same where it is not sure that it is still known.
    static func make(_ region: Region?, identifier: String) -> CLRegion {
        region.map { make($0) } ?? CLRegion(identifier: identifier)
    }
}

extension Region {
    /// A circular region in the daemon's form; `nil` for any other.
    init?(_ region: CLRegion) {
        guard let circle = region.circle else { return nil }
        self.init(identifier: region.identifier, center: circle.center.coordinate, radius: circle.radius)
        notifyOnEntry = region.notifyOnEntry
        notifyOnExit = region.notifyOnExit
    }
}

extension CLRegionState {
    init(_ state: RegionState) {
        self =
            switch state {
            case .unknown: .unknown
            case .inside: .inside
            case .outside: .outside
            }
    }
}
