import LocationModel

extension CLLocationManager {
    /// The maximum number of constraints that the daemon ranges for a manager.
    private static let maximumRanged = 20

    /// Asks the daemon for what this manager ranges after a change. The last change is the last that is asked for.
    func rangeBeacons<Result>(after change: (inout Shared) -> Result) {
        let sorted = withShared { shared in
            _ = change(&shared)
            let regions = shared.rangedBeaconRegions.compactMap { ($0 as? CLBeaconRegion)?.beaconIdentityConstraint }
            let constraints = Set(shared.rangedConstraints.union(regions).map { BeaconConstraint($0) })
            let sorted = constraints.sorted { "\($0)" < "\($1)" }
            engine.rangeBeacons(Set(sorted.prefix(Self.maximumRanged)))
            return sorted
        }
        for constraint in sorted.dropFirst(Self.maximumRanged) {
            reference.withManager { $0.didFailRanging(constraint, CLError(.rangingFailure)) }
        }
    }

    func didRange(_ ranged: RangedBeacons) {
        guard let delegate else { return }
        let constraint = CLBeaconIdentityConstraint(ranged.constraint)
        let beacons = ranged.beacons.map { CLBeacon($0) }
        if rangedBeaconConstraints.contains(constraint) {
            delegate.locationManager(self, didRange: beacons, satisfying: constraint)
        }
        for region in regions(of: constraint) {
            olderCallbacks.didRange(beacons, in: region, of: self, to: delegate)
        }
    }

    func didFailRanging(_ constraint: BeaconConstraint, _ error: CLError) {
        guard let delegate else { return }
        let constraint = CLBeaconIdentityConstraint(constraint)
        if rangedBeaconConstraints.contains(constraint) {
            delegate.locationManager(self, didFailRangingFor: constraint, error: error)
        }
        for region in regions(of: constraint) {
            olderCallbacks.didFailRanging(for: region, of: self, with: error, to: delegate)
        }
    }

    private func regions(of constraint: CLBeaconIdentityConstraint) -> [CLBeaconRegion] {
        withShared(\.rangedBeaconRegions).compactMap { $0 as? CLBeaconRegion }
            .filter { $0.beaconIdentityConstraint.isEqual(constraint) }
            .sorted { $0.identifier < $1.identifier }
    }
}
