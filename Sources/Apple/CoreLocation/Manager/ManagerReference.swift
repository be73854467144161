import LocationModel
import Synchronization

/// A reference to a manager for the rest of the module: it does not retain the manager, and uses it in its own context
/// only.
final class ManagerReference: Sendable {
    /// Written once, before anybody else has it; read in the context only.
    private final class Target: @unchecked Sendable {
        weak var manager: CLLocationManager?
    }

    private let context: any CallbackContext
    /// Waiting work holds this and not the reference: if nobody runs the context any more, the work would retain the
    /// context itself.
    private let target = Target()
    private let reported = Mutex<ClientAuthorization?>(nil)
    /// Whether a change of the authorization could not be delivered yet.
    private let isAuthorizationOwed = Mutex(false)

    init(context: any CallbackContext) {
        self.context = context
    }

    /// Distinguishes it from other managers.
    var id: ObjectIdentifier { ObjectIdentifier(self) }

    /// Refers to a manager, from now on.
    func refer(to manager: CLLocationManager) {
        target.manager = manager
    }

    /// Runs work with the manager and its delegate in its context, if both still exist then.
    func withDelegate(_ call: @escaping @Sendable (CLLocationManager, any CLLocationManagerDelegate) -> Void) {
        context.perform { [target] in
            guard let manager = target.manager, let delegate = manager.delegate else { return }
            call(manager, delegate)
        }
    }

    /// The same, without a delegate too.
    func withManager(_ call: @escaping @Sendable (CLLocationManager) -> Void) {
        context.perform { [target] in
            if let manager = target.manager { call(manager) }
        }
    }

    /// The authorization is known, or changed; delivered once.
    func authorizationDidChange(to authorization: ClientAuthorization) {
        var present = authorization
        // That somebody is asked changes nothing yet.
        present.isBeingAsked = false
        let before = reported.withLock { reported in
            defer { reported = present }
            return reported
        }
        guard before != present else { return }
        // Whether services are off for everybody makes no difference to a manager.
        if before?.status != present.status || before?.accuracy != present.accuracy { deliverAuthorization() }
        // Ranging also depends on whether the daemon listens to beacons.
        withManager { $0.engine.authorizationDidChange(to: authorization) }
    }

    private func deliverAuthorization() {
        withManager { manager in
            // Owed before the delegate is read: one that another thread sets meanwhile sees that.
            manager.reference.isAuthorizationOwed.withLock { $0 = true }
            guard let delegate = manager.delegate, manager.reference.takeOwedAuthorization() else { return }
            delegate.locationManagerDidChangeAuthorization(manager)
        }
    }

    func delegateDidAppear() {
        if takeOwedAuthorization() { deliverAuthorization() }
    }

    private func takeOwedAuthorization() -> Bool {
        isAuthorizationOwed.withLock { owed in
            defer { owed = false }
            return owed
        }
    }

    func daemonDidReturn() {
        withManager { $0.engine.tryAgain() }
    }

    /// An event for all managers; `region` if it belongs to a monitored one.
    func deliver(_ event: LocationEvent, of region: Region?, by delivery: EventDelivery) {
        context.perform { [target] in
            let manager = target.manager
            delivery.note(exists: manager != nil)
            guard let manager, let delegate = manager.delegate else { return }
            switch event {
            case .visit(let visit): delegate.locationManager(manager, didVisit: CLVisit(visit))
            case .region(let event): Self.deliver(event, of: region, to: delegate, of: manager)
            case .failure(let failure):
                let region = failure.region.map { CLRegion.make(region, identifier: $0) }
                delegate.locationManager(
                    manager, monitoringDidFailFor: region, withError: CLError(failure.error))
            default: break
            }
        }
    }

    private static func deliver(
        _ event: RegionEvent, of region: Region?, to delegate: any CLLocationManagerDelegate,
        of manager: CLLocationManager
    ) {
        let region = CLRegion.make(region, identifier: event.identifier)
        delegate.locationManager(manager, didDetermineState: CLRegionState(event.state), for: region)
        guard event.cause == .crossed else { return }
        switch event.state {
        case .inside where region.notifyOnEntry: delegate.locationManager(manager, didEnterRegion: region)
        case .outside where region.notifyOnExit: delegate.locationManager(manager, didExitRegion: region)
        default: break
        }
    }

    func deliver(_ region: Region, isIn state: RegionState) {
        withDelegate {
            $1.locationManager($0, didDetermineState: CLRegionState(state), for: CLRegion.make(region))
        }
    }

    func didStartMonitoring(_ region: Region) {
        withDelegate { $1.locationManager($0, didStartMonitoringFor: CLRegion.make(region)) }
    }

    /// A region that this manager asked for cannot be monitored.
    func monitoringDidFail(for region: Region, _ error: CLError) {
        withDelegate { $1.locationManager($0, monitoringDidFailFor: CLRegion.make(region), withError: error) }
    }
}
