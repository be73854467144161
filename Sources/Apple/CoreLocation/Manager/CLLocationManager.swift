import LocationModel
import LocdProtocol
import Synchronization

/// Starts and stops location services, and delivers their events to its delegate.
///
/// Callbacks are called on the run loop of the thread that created the manager: on the main thread under
/// `RunLoop.main.run()`, under `dispatchMain()` and in an async main; on another thread while that runs its
/// `RunLoop`. A manager that a task creates outside the main actor receives nothing, because no loop runs there.
///
/// Each manager has its own filters. Regions and visits belong to the program: all its managers receive their events.
@_weakLinked open class CLLocationManager: NSObject {
    let hub: ClientHub
    let reference: ManagerReference
    let engine: ManagerEngine
    /// The location before the delivered one, for delegates of the older form.
    private(set) var previousLocation: CLLocation?
    private let shared = Mutex(Shared())

    /// What callbacks and calls of a program may use at the same time, on several threads.
    struct Shared: @unchecked Sendable {
        // Unchecked: its manager keeps it behind a lock.

        weak var delegate: (any CLLocationManagerDelegate)?
        var latestHeading: CLHeading?
        var rangedConstraints: Set<CLBeaconIdentityConstraint> = []
        var rangedBeaconRegions: Set<CLRegion> = []
    }

    /// The object that receives events. Set it immediately: the program's authorization is reported right after the
    /// manager was created, or to the first delegate that is set later.
    open weak var delegate: (any CLLocationManagerDelegate)? {
        get { shared.withLock { $0.delegate } }
        set {
            shared.withLock { $0.delegate = newValue }
            if newValue != nil { reference.delegateDidAppear() }
        }
    }

    /// Changes what is shared, or takes it.
    func withShared<Value>(_ body: (inout Shared) -> Value) -> Value {
        shared.withLock { Transferred(body(&$0)) }.value
    }

    /// A manager that has started nothing.
    public override init() {
        hub = ClientHub.current
        reference = ManagerReference(context: CallbackContexts.current)
        engine = ManagerEngine(hub: hub, manager: reference)
        super.init()
        reference.refer(to: self)
        hub.register(reference)
    }

    init(hub: ClientHub, context: any CallbackContext) {
        self.hub = hub
        reference = ManagerReference(context: context)
        engine = ManagerEngine(hub: hub, manager: reference)
        super.init()
        reference.refer(to: self)
        hub.register(reference)
    }

    deinit {
        engine.end()
        hub.unregister(reference.id)
    }

    // MARK: What is available

    /// Whether the daemon has answered this program and the administrator has not disabled location services for
    /// everyone. Each call asks the daemon and waits at most half a second.
    open class func locationServicesEnabled() -> Bool { ClientHub.current.areServicesEnabled }

    /// Whether headings can be expected: the receiver has reported one since the daemon started, or the machine has a
    /// compass and `sensors.compass` is on. Each call asks the daemon and waits at most half a second; while the daemon
    /// is away, its last answer counts.
    open class func headingAvailable() -> Bool { ClientHub.current.isHeadingAvailable }

    /// Always `true`.
    open class func significantLocationChangeMonitoringAvailable() -> Bool { true }

    /// `true` for circular regions; for beacon regions, whether the daemon listens to beacons, as
    /// ``isRangingAvailable()``.
    open class func isMonitoringAvailable(for regionClass: AnyClass) -> Bool {
        regionClass is CLCircularRegion.Type || regionClass is CLBeaconRegion.Type && isRangingAvailable()
    }

    /// Whether the daemon listens to beacons (`sensors.beacons`). Each call asks the daemon and waits at most half a
    /// second.
    open class func isRangingAvailable() -> Bool { ClientHub.current.isRangingAvailable }

    /// Always `true`: the daemon can hold locations back.
    @available(*, deprecated, message: "Remove it.")
    open class func deferredLocationUpdatesAvailable() -> Bool { true }

    /// Always `true`.
    @available(*, deprecated, renamed: "isMonitoringAvailable(for:)")
    open class func regionMonitoringAvailable() -> Bool { true }

    /// Whether this program may monitor regions.
    @available(*, deprecated, message: "Use isMonitoringAvailable(for:) and authorizationStatus.")
    open class func regionMonitoringEnabled() -> Bool { ClientHub.current.authorization.isAuthorized }

    // MARK: Authorization

    /// The authorization of this program.
    @available(*, deprecated, message: "Use the property authorizationStatus.")
    open class func authorizationStatus() -> CLAuthorizationStatus { ClientHub.current.authorization.status }

    /// The authorization of this program. The first access waits at most half a second for the daemon's answer.
    open var authorizationStatus: CLAuthorizationStatus { hub.authorization.status }

    /// Whether this program receives full or reduced accuracy.
    open var accuracyAuthorization: CLAccuracyAuthorization { hub.authorization.accuracy }

    /// Whether a widget of this program may receive locations: the same as for the program itself.
    open var isAuthorizedForWidgetUpdates: Bool { hub.authorization.isAuthorized }

    /// Requests authorization to receive locations while the program is in use. It has no effect if a decision is
    /// stored.
    open func requestWhenInUseAuthorization() { hub.requestAuthorization(.whenInUse) }

    /// Requests authorization to receive locations at any time. It has no effect if a decision is stored, except once
    /// after an authorization for when in use.
    open func requestAlwaysAuthorization() { hub.requestAuthorization(.always) }

    /// Requests full accuracy temporarily, for a purpose. If the user answered there is no error, and
    /// ``accuracyAuthorization`` contains the result; if nobody was asked, because the accuracy is already full or
    /// nobody can be asked, the error is ``CLError/promptDeclined``.
    open func requestTemporaryFullAccuracyAuthorization(
        withPurposeKey purposeKey: String, completion: (((any Error)?) -> Void)? = nil
    ) {
        let completion = completion.map { Transferred($0) }
        let call = PendingCall(of: hub.daemon)
        Task { [hub, reference] in
            let error = await hub.requestFullAccuracy(for: purposeKey)
            reference.withManager { _ in completion?.value(error) }
            withExtendedLifetime(call) {}
        }
    }

    /// The same without a report of the result.
    open func requestTemporaryFullAccuracyAuthorization(withPurposeKey purposeKey: String) {
        requestTemporaryFullAccuracyAuthorization(withPurposeKey: purposeKey, completion: nil)
    }

    /// The same, but throws the error.
    nonisolated(nonsending) open func requestTemporaryFullAccuracyAuthorization(
        withPurposeKey purposeKey: String
    ) async throws {
        if let error = await hub.requestFullAccuracy(for: purposeKey) { throw error }
    }

    // MARK: Configuration

    /// The kind of activity; it decides when updates pause.
    open var activityType: CLActivityType {
        get { engine.configuration.activityType }
        set { engine.configure { $0.activityType = newValue } }
    }

    /// The minimum distance in metres from the last delivered location; `kCLDistanceFilterNone` delivers all. A
    /// location with clearly better accuracy is delivered anyway.
    open var distanceFilter: CLLocationDistance {
        get { engine.configuration.distanceFilter }
        set { engine.configure { $0.distanceFilter = newValue } }
    }

    /// The accuracy that the receiver should aim for. It is a target: less accurate locations are delivered too.
    open var desiredAccuracy: CLLocationAccuracy {
        get { engine.configuration.desiredAccuracy }
        set { engine.configure { $0.desiredAccuracy = newValue } }
    }

    /// Whether updates stop when this machine stands still. The program must then start them again.
    open var pausesLocationUpdatesAutomatically: Bool {
        get { engine.configuration.pausesLocationUpdatesAutomatically }
        set { engine.configure { $0.pausesLocationUpdatesAutomatically = newValue } }
    }

    /// Stored, but has no effect: programs are not suspended here.
    open var allowsBackgroundLocationUpdates = false

    /// Stored, but has no effect: there is no such indicator.
    open var showsBackgroundLocationIndicator = false

    /// The minimum change in degrees from the last delivered heading; `kCLHeadingFilterNone` delivers all.
    open var headingFilter: CLLocationDegrees {
        get { engine.configuration.headingFilter }
        set { engine.configure { $0.headingFilter = newValue } }
    }

    /// Stored, but has no effect: the heading is that of the bow, however the device is held.
    open var headingOrientation = CLDeviceOrientation.portrait

    /// Stored, but has no effect.
    open var headingBody: (any CLBodyIdentifiable)?

    /// Stored, but never shown.
    @available(*, deprecated, message: "Use an Info.plist.")
    open var purpose: String?

    // MARK: State

    /// The latest location that this manager, or otherwise this program, received, the same object. Before the first
    /// one, each access asks the daemon for the latest that it knows, and waits half a second at most; one that hangs
    /// is waited for once. It may be old.
    open var location: CLLocation? { engine.latest }

    /// The latest heading that this manager received.
    open var heading: CLHeading? { withShared(\.latestHeading) }

    /// Metres: the largest radius of a region; a larger one becomes this.
    open var maximumRegionMonitoringDistance: CLLocationDistance { CLRegionCircle.maximumRadius }

    /// The regions that this program monitors, including those of other managers and earlier launches. The set changes
    /// as soon as monitoring is started or stopped. The objects are new: compare their identifiers.
    open var monitoredRegions: Set<CLRegion> { Set(hub.regions.map { CLRegion.make($0) }) }

    /// The beacon regions that this manager was asked to range.
    @available(*, deprecated, renamed: "rangedBeaconConstraints")
    open var rangedRegions: Set<CLRegion> { withShared(\.rangedBeaconRegions) }

    /// The beacons that this manager was asked to range.
    open var rangedBeaconConstraints: Set<CLBeaconIdentityConstraint> { withShared(\.rangedConstraints) }

    // MARK: Locations

    /// Starts updates, beginning with the latest location if that is fresh. A second call has no effect.
    open func startUpdatingLocation() { engine.start(.updatingLocation) }

    /// Stops updates and cancels a pending request.
    open func stopUpdatingLocation() { engine.stop(.updatingLocation) }

    /// Requests one location within ten seconds, or the reason why there is no location. It has no effect while
    /// updates or another request are running.
    open func requestLocation() { engine.requestLocation() }

    /// Starts a location for each 500 m and five minutes, beginning with the latest.
    open func startMonitoringSignificantLocationChanges() { engine.start(.monitoringSignificantLocationChanges) }

    /// Stops these updates.
    open func stopMonitoringSignificantLocationChanges() { engine.stop(.monitoringSignificantLocationChanges) }

    /// Holds locations in the daemon until a distance (m) was travelled or a time (s) passed; then they are delivered
    /// at once.
    @available(*, deprecated, message: "Remove it.")
    open func allowDeferredLocationUpdates(untilTraveled distance: CLLocationDistance, timeout: TimeInterval) {
        engine.allowDeferredUpdates(untilTraveled: distance, timeout: timeout)
    }

    /// Stops holding locations.
    @available(*, deprecated, message: "Remove it.")
    open func disallowDeferredLocationUpdates() { engine.disallowDeferredUpdates() }

    /// Fails: there are no historical locations of a watch here. The track contains past locations; see `locd track`.
    open func requestHistoricalLocations(
        purposeKey: String, sampleCount: Int, completionHandler: @escaping ([CLLocation], (any Error)?) -> Void
    ) {
        let completion = Transferred(completionHandler)
        reference.withManager { _ in completion.value([], CLError(.historicalLocationError)) }
    }

    /// The same, but throws the error.
    nonisolated(nonsending) open func historicalLocations(
        purposeKey: String, sampleCount: Int
    ) async throws -> [CLLocation] {
        throw CLError(.historicalLocationError)
    }

    // MARK: Heading

    /// Starts headings, if the receiver sends them; otherwise it has no effect.
    open func startUpdatingHeading() { engine.start(.updatingHeading) }

    /// Stops headings.
    open func stopUpdatingHeading() { engine.stop(.updatingHeading) }

    /// Does nothing: there is no display.
    open func dismissHeadingCalibrationDisplay() {}

    // MARK: Visits and regions

    /// Starts monitoring visits, for all managers. Monitoring continues across launches until it is stopped.
    open func startMonitoringVisits() { hub.perform(.monitorVisits(true)) }

    /// Stops monitoring visits, for all managers.
    open func stopMonitoringVisits() { hub.perform(.monitorVisits(false)) }

    /// Starts monitoring a circular region or a beacon region. Monitoring continues across launches until it is
    /// stopped; a region with the same identifier is replaced.
    open func startMonitoring(for region: CLRegion) {
        guard let region = Region(region) else {
            let failed = Transferred(region)
            return reference.withDelegate {
                $1.locationManager(
                    $0, monitoringDidFailFor: failed.value, withError: CLError(.regionMonitoringFailure))
            }
        }
        hub.startMonitoring(region, for: reference)
    }

    /// The same; the accuracy has no effect.
    @available(*, deprecated, renamed: "startMonitoring(for:)")
    open func startMonitoring(for region: CLRegion, desiredAccuracy: CLLocationAccuracy) {
        startMonitoring(for: region)
    }

    /// Stops monitoring a region, even if another manager or an earlier launch started it.
    open func stopMonitoring(for region: CLRegion) { hub.stopMonitoring(identifier: region.identifier) }

    /// Requests the state of a region. The answer arrives once the state is determined: with the first location, or
    /// after 20 s near the boundary. For a region that is not monitored it is `.unknown` at once.
    open func requestState(for region: CLRegion) {
        guard let region = Region(region) else { return }
        hub.perform(.requestState(region, reference))
    }

    // MARK: Beacons

    /// Ranges beacons once a second. While none is heard, the array is empty. A manager ranges at most 20 constraints.
    open func startRangingBeacons(satisfying constraint: CLBeaconIdentityConstraint) {
        rangeBeacons { $0.rangedConstraints.insert(constraint) }
    }

    /// Stops ranging.
    open func stopRangingBeacons(satisfying constraint: CLBeaconIdentityConstraint) {
        rangeBeacons { $0.rangedConstraints.remove(constraint) }
    }

    /// Ranges the beacons of a region.
    @available(*, deprecated, renamed: "startRangingBeacons(satisfying:)")
    open func startRangingBeacons(in region: CLBeaconRegion) {
        rangeBeacons { $0.rangedBeaconRegions.update(with: region) }
    }

    /// Stops ranging.
    @available(*, deprecated, renamed: "stopRangingBeacons(satisfying:)")
    open func stopRangingBeacons(in region: CLBeaconRegion) {
        rangeBeacons { $0.rangedBeaconRegions.remove(region) }
    }

    // MARK: Pushes

    /// Fails: there is no push service here.
    open func startMonitoringLocationPushes(completion: ((Data?, (any Error)?) -> Void)? = nil) {
        guard let completion else { return }
        let held = Transferred(completion)
        reference.withManager { _ in held.value(nil, CLLocationPushServiceError(.unsupportedPlatform)) }
    }

    /// Does nothing.
    open func stopMonitoringLocationPushes() {}

    // MARK: Delivery

    /// Delivers locations to the delegate, the newest last.
    func deliver(_ locations: [CLLocation]) {
        delegate?.locationManager(self, didUpdateLocations: locations)
        previousLocation = locations.last
    }
}

/// A body that has a heading. Nothing here is one.
@_weakLinked public protocol CLBodyIdentifiable: NSObjectProtocol {}
