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
    var latestHeading: CLHeading?
    /// The location before the delivered one, for delegates of the older form.
    private(set) var previousLocation: CLLocation?
    private var rangedConstraints: Set<CLBeaconIdentityConstraint> = []
    private var rangedBeaconRegions: Set<CLRegion> = []

    /// The object that receives events. Set it immediately: the program's authorization is reported right after the
    /// manager was created, or to the first delegate that is set later.
    open weak var delegate: (any CLLocationManagerDelegate)? {
        didSet { if delegate != nil { reference.delegateDidAppear() } }
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

    deinit {
        engine.end()
        hub.unregister(reference.id)
    }

    // MARK: What is available

    /// Whether the daemon has answered this program, and its administrator has not switched locations off for everybody. The daemon is
    /// asked each time, and waited for half a second at most.
    open class func locationServicesEnabled() -> Bool { ClientHub.current.areServicesEnabled }

    /// Whether the daemon has answered this program; one that has not is asked, and waited for half a second at most. It cannot say
    /// before the first heading whether its receiver tells any, and a program that starts none would never know: start, and see.
    open class func headingAvailable() -> Bool { ClientHub.current.isDaemonKnown }

    /// Always.
    open class func significantLocationChangeMonitoringAvailable() -> Bool { true }

    /// For circular regions.
    open class func isMonitoringAvailable(for regionClass: AnyClass) -> Bool {
        regionClass is CLCircularRegion.Type
    }

    /// Never: there is nothing to see beacons with.
    open class func isRangingAvailable() -> Bool { false }

    /// Always: locations can be kept in the daemon.
    @available(*, deprecated, message: "Remove it.")
    open class func deferredLocationUpdatesAvailable() -> Bool { true }

    /// Always.
    @available(*, deprecated, renamed: "isMonitoringAvailable(for:)")
    open class func regionMonitoringAvailable() -> Bool { true }

    /// Whether regions may be monitored.
    @available(*, deprecated, message: "Use isMonitoringAvailable(for:) and authorizationStatus.")
    open class func regionMonitoringEnabled() -> Bool { ClientHub.current.authorization.isAuthorized }

    // MARK: Authorization

    /// What this program may have.
    @available(*, deprecated, message: "Use the property authorizationStatus.")
    open class func authorizationStatus() -> CLAuthorizationStatus { ClientHub.current.authorization.status }

    /// What this program may have. The first time it waits for the daemon's answer, half a second at most.
    open var authorizationStatus: CLAuthorizationStatus { hub.authorization.status }

    /// How exactly this program may have it.
    open var accuracyAuthorization: CLAccuracyAuthorization { hub.authorization.accuracy }

    /// Whether a widget of this program may have it: as the program itself.
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
        let completion = completion.map { Transfer($0) }
        Task { [hub, reference] in
            let error = await hub.requestFullAccuracy(for: purposeKey)
            reference.withManager { _ in completion?.value(error) }
        }
    }

    /// The same without a report of the result.
    open func requestTemporaryFullAccuracyAuthorization(withPurposeKey purposeKey: String) {
        requestTemporaryFullAccuracyAuthorization(withPurposeKey: purposeKey, completion: nil)
    }

    /// The same, thrown.
    nonisolated(nonsending) open func requestTemporaryFullAccuracyAuthorization(
        withPurposeKey purposeKey: String
    ) async throws {
        if let error = await hub.requestFullAccuracy(for: purposeKey) { throw error }
    }

    // MARK: Configuration

    /// What moves; it decides when updates pause.
    open var activityType: CLActivityType {
        get { engine.configuration.activityType }
        set { engine.configuration.activityType = newValue }
    }

    /// Metres from the location that was told last; `kCLDistanceFilterNone` for all. A clearly better accuracy passes it.
    open var distanceFilter: CLLocationDistance {
        get { engine.configuration.distanceFilter }
        set { engine.configuration.distanceFilter = newValue }
    }

    /// The accuracy that the receiver should aim for. It is a demand: less accurate locations are delivered too.
    open var desiredAccuracy: CLLocationAccuracy {
        get { engine.configuration.desiredAccuracy }
        set { engine.configuration.desiredAccuracy = newValue }
    }

    /// Whether updates end when nothing moves; then they must be started again.
    open var pausesLocationUpdatesAutomatically: Bool {
        get { engine.configuration.pausesLocationUpdatesAutomatically }
        set { engine.configuration.pausesLocationUpdatesAutomatically = newValue }
    }

    /// Kept, and without effect: no program here is suspended.
    open var allowsBackgroundLocationUpdates = false

    /// Kept, and without effect: there is no such indicator.
    open var showsBackgroundLocationIndicator = false

    /// Degrees from the heading that was told last; `kCLHeadingFilterNone` for all.
    open var headingFilter: CLLocationDegrees {
        get { engine.configuration.headingFilter }
        set { engine.configuration.headingFilter = newValue }
    }

    /// Kept, and without effect: a heading is the bow's, however anything is held.
    open var headingOrientation = CLDeviceOrientation.portrait

    /// Kept, and without effect.
    open var headingBody: (any CLBodyIdentifiable)?

    /// Kept, and told nobody.
    @available(*, deprecated, message: "Use an Info.plist.")
    open var purpose: String?

    // MARK: State

    /// The latest location that this manager, or otherwise this program, received, the same object; `nil` before the
    /// first one.
    open var location: CLLocation? { engine.latest }

    /// The latest heading that this manager received.
    open var heading: CLHeading? { latestHeading }

    /// Metres: the largest radius of a region; a larger one becomes this.
    open var maximumRegionMonitoringDistance: CLLocationDistance { CLRegionCircle.maximumRadius }

    /// The regions of this program as soon as monitoring was started or stopped, those of other managers and earlier launches too. Other objects than were started: tell them by
    /// their identifiers.
    open var monitoredRegions: Set<CLRegion> { Set(hub.regions.map { CLRegion.make($0) }) }

    /// The beacon regions that this manager was asked to range.
    @available(*, deprecated, renamed: "rangedBeaconConstraints")
    open var rangedRegions: Set<CLRegion> { rangedBeaconRegions }

    /// The beacons that this manager was asked to range.
    open var rangedBeaconConstraints: Set<CLBeaconIdentityConstraint> { rangedConstraints }

    // MARK: Locations

    /// Starts updates, beginning with the latest location if that is fresh. Started twice, they bring nothing new.
    open func startUpdatingLocation() { engine.start(.updatingLocation) }

    /// Ends updates, and a request.
    open func stopUpdatingLocation() { engine.stop(.updatingLocation) }

    /// Requests one location within ten seconds, or the reason why there is no location. It has no effect while
    /// updates or another request are running.
    open func requestLocation() { engine.requestLocation() }

    /// Starts a location for each 500 m and five minutes, beginning with the latest.
    open func startMonitoringSignificantLocationChanges() { engine.start(.monitoringSignificantLocationChanges) }

    /// Ends them.
    open func stopMonitoringSignificantLocationChanges() { engine.stop(.monitoringSignificantLocationChanges) }

    /// Holds locations in the daemon until a distance (m) was travelled or a time (s) passed; then they are delivered
    /// at once.
    @available(*, deprecated, message: "Remove it.")
    open func allowDeferredLocationUpdates(untilTraveled distance: CLLocationDistance, timeout: TimeInterval) {
        engine.allowDeferredUpdates(untilTraveled: distance, timeout: timeout)
    }

    /// Ends that.
    @available(*, deprecated, message: "Remove it.")
    open func disallowDeferredLocationUpdates() { engine.disallowDeferredUpdates() }

    /// Past locations of a watch: none here. The track holds them; see `locd track`.
    open func requestHistoricalLocations(
        purposeKey: String, sampleCount: Int, completionHandler: @escaping ([CLLocation], (any Error)?) -> Void
    ) {
        let completion = Transfer(completionHandler)
        reference.withManager { _ in completion.value([], CLError(.historicalLocationError)) }
    }

    /// The same, thrown.
    nonisolated(nonsending) open func historicalLocations(
        purposeKey: String, sampleCount: Int
    ) async throws -> [CLLocation] {
        throw CLError(.historicalLocationError)
    }

    // MARK: Heading

    /// Starts headings, if the receiver sends them; otherwise it has no effect.
    open func startUpdatingHeading() { engine.start(.updatingHeading) }

    /// Ends them.
    open func stopUpdatingHeading() { engine.stop(.updatingHeading) }

    /// Does nothing: no person is asked to calibrate anything.
    open func dismissHeadingCalibrationDisplay() {}

    // MARK: Visits and regions

    /// Starts to monitor visits, for all managers, until somebody stops it, over launches.
    open func startMonitoringVisits() { hub.perform(.monitorVisits(true)) }

    /// Ends it, for all managers.
    open func stopMonitoringVisits() { hub.perform(.monitorVisits(false)) }

    /// Monitors a circular region until somebody stops it, over launches; one of the same identifier is replaced.
    open func startMonitoring(for region: CLRegion) {
        guard let region = Region(region) else {
            let failed = Transfer(region)
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

    /// Ends the monitoring of a region, whichever manager or launch began it.
    open func stopMonitoring(for region: CLRegion) { hub.stopMonitoring(identifier: region.identifier) }

    /// Asks where a region is. The answer waits until that is determined: with the first location, or near the boundary after 20 s.
    /// For a region that is not monitored it is `.unknown` at once.
    open func requestState(for region: CLRegion) {
        guard let region = Region(region) else { return }
        hub.perform(.requestState(region, reference))
    }

    // MARK: Beacons

    /// Fails: there is nothing to see beacons with.
    open func startRangingBeacons(satisfying constraint: CLBeaconIdentityConstraint) {
        rangedConstraints.insert(constraint)
        reference.withDelegate {
            $1.locationManager($0, didFailRangingFor: constraint, error: CLError(.rangingUnavailable))
        }
    }

    /// Ends it.
    open func stopRangingBeacons(satisfying constraint: CLBeaconIdentityConstraint) {
        rangedConstraints.remove(constraint)
    }

    /// Fails: there is nothing to see beacons with.
    @available(*, deprecated, renamed: "startRangingBeacons(satisfying:)")
    open func startRangingBeacons(in region: CLBeaconRegion) {
        rangedBeaconRegions.insert(region)
        let failed = Transfer(region)
        reference.withDelegate {
            olderCallbacks.didFailRanging(for: failed.value, of: $0, with: CLError(.rangingUnavailable), to: $1)
        }
    }

    /// Ends it.
    @available(*, deprecated, renamed: "stopRangingBeacons(satisfying:)")
    open func stopRangingBeacons(in region: CLBeaconRegion) { rangedBeaconRegions.remove(region) }

    // MARK: Pushes

    /// Fails: there is no push service here.
    open func startMonitoringLocationPushes(completion: ((Data?, (any Error)?) -> Void)? = nil) {
        guard let completion else { return }
        let held = Transfer(completion)
        reference.withManager { _ in held.value(nil, CLLocationPushServiceError(.unsupportedPlatform)) }
    }

    /// Does nothing.
    open func stopMonitoringLocationPushes() {}

    // MARK: Delivery

    /// Tells the delegate locations, the newest last.
    func deliver(_ locations: [CLLocation]) {
        delegate?.locationManager(self, didUpdateLocations: locations)
        previousLocation = locations.last
    }
}

/// Something of the client's that goes to the manager's context and is used nowhere else meanwhile.
struct Transfer<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}
