import LocationModel

extension CLRegion {
    /// A region of the daemon: a circular region for a circle, a beacon region for beacons; for other shapes a region
    /// with the name only.
    static func make(_ region: Region) -> CLRegion {
        let made: CLRegion =
            switch region.shape {
            case .circle(let center, let radius):
                CLCircularRegion(
                    center: CLLocationCoordinate2D(center), radius: radius, identifier: region.identifier)
            case .beacons(let constraint):
                CLBeaconRegion(
                    beaconIdentityConstraint: CLBeaconIdentityConstraint(constraint), identifier: region.identifier)
            case .polygons, .corridor: CLRegion(identifier: region.identifier)
            }
        made.notifyOnEntry = region.notifyOnEntry
        made.notifyOnExit = region.notifyOnExit
        (made as? CLBeaconRegion)?.notifyEntryStateOnDisplay = region.notifyEntryStateOnDisplay
        return made
    }

    /// The same where it is not sure that it is still known.
    static func make(_ region: Region?, identifier: String) -> CLRegion {
        region.map { make($0) } ?? CLRegion(identifier: identifier)
    }

    /// A region of the same shape under another name, whose entries and exits are both reported.
    package func renamed(_ identifier: String) -> CLRegion {
        guard var region = Region(self) else { return CLRegion(identifier: identifier) }
        region.identifier = identifier
        (region.notifyOnEntry, region.notifyOnExit) = (true, true)
        return .make(region)
    }
}

extension Region {
    /// A circular region or a beacon region in the daemon's form; `nil` for any other.
    init?(_ region: CLRegion) {
        if let circle = region.circle {
            self.init(identifier: region.identifier, center: circle.center.coordinate, radius: circle.radius)
        } else if let beacons = region as? CLBeaconRegion {
            let constraint = BeaconConstraint(beacons.beaconIdentityConstraint)
            self.init(identifier: region.identifier, shape: .beacons(constraint))
            notifyEntryStateOnDisplay = beacons.notifyEntryStateOnDisplay
        } else {
            return nil
        }
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
