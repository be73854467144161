// Written by `make generate` from Documentation/CoreLocationSurface.txt; do not edit.
// swift-format-ignore-file
import CoreLocation
import Testing

@Suite("The surface of CoreLocation")
struct SurfaceTests {
    @Test func `434 symbols are there, with their types`() {
        Symbols().check()
        let deprecated: any Checking = DeprecatedSymbols()
        deprecated.check()
    }

    @Test
    @MainActor
    func `Raw values, constants and defaults are Apple's`() {
        #expect((kCLLocationAccuracyBestForNavigation as CLLocationAccuracy) == -2)
        #expect((kCLLocationAccuracyBest as CLLocationAccuracy) == -1)
        #expect((kCLLocationAccuracyNearestTenMeters as CLLocationAccuracy) == 10)
        #expect((kCLLocationAccuracyHundredMeters as CLLocationAccuracy) == 100)
        #expect((kCLLocationAccuracyKilometer as CLLocationAccuracy) == 1000)
        #expect((kCLLocationAccuracyThreeKilometers as CLLocationAccuracy) == 3000)
        #expect((kCLLocationAccuracyReduced as CLLocationAccuracy) == 6_380_000)
        #expect((kCLDistanceFilterNone as CLLocationDistance) == -1)
        #expect((kCLHeadingFilterNone as CLLocationDegrees) == -1)
        #expect((CLLocationDistanceMax as CLLocationDistance) == Double.greatestFiniteMagnitude)
        #expect((CLTimeIntervalMax as TimeInterval) == Double.greatestFiniteMagnitude)
        #expect((kCLErrorDomain as String) == "kCLErrorDomain")
        #expect((kCLErrorUserInfoAlternateRegionKey as String) == "kCLErrorUserInfoAlternateRegionKey")
        #expect((CLLocationPushServiceErrorDomain as String) == "CLLocationPushServiceErrorDomain")
        #expect(!CLLocationCoordinate2DIsValid(kCLLocationCoordinate2DInvalid))
        #expect(CLLocationCoordinate2DMake(1, 2).longitude == 2)
        #expect((CLAuthorizationStatus.notDetermined as CLAuthorizationStatus).rawValue == 0)
        #expect((CLAuthorizationStatus.restricted as CLAuthorizationStatus).rawValue == 1)
        #expect((CLAuthorizationStatus.denied as CLAuthorizationStatus).rawValue == 2)
        #expect((CLAuthorizationStatus.authorizedAlways as CLAuthorizationStatus).rawValue == 3)
        #expect((CLAuthorizationStatus.authorizedWhenInUse as CLAuthorizationStatus).rawValue == 4)
        #expect((CLAccuracyAuthorization.fullAccuracy as CLAccuracyAuthorization).rawValue == 0)
        #expect((CLAccuracyAuthorization.reducedAccuracy as CLAccuracyAuthorization).rawValue == 1)
        #expect((CLActivityType.other as CLActivityType).rawValue == 1)
        #expect((CLActivityType.automotiveNavigation as CLActivityType).rawValue == 2)
        #expect((CLActivityType.fitness as CLActivityType).rawValue == 3)
        #expect((CLActivityType.otherNavigation as CLActivityType).rawValue == 4)
        #expect((CLActivityType.airborne as CLActivityType).rawValue == 5)
        #expect((CLDeviceOrientation.unknown as CLDeviceOrientation).rawValue == 0)
        #expect((CLDeviceOrientation.portrait as CLDeviceOrientation).rawValue == 1)
        #expect((CLDeviceOrientation.portraitUpsideDown as CLDeviceOrientation).rawValue == 2)
        #expect((CLDeviceOrientation.landscapeLeft as CLDeviceOrientation).rawValue == 3)
        #expect((CLDeviceOrientation.landscapeRight as CLDeviceOrientation).rawValue == 4)
        #expect((CLDeviceOrientation.faceUp as CLDeviceOrientation).rawValue == 5)
        #expect((CLDeviceOrientation.faceDown as CLDeviceOrientation).rawValue == 6)
        #expect((CLRegionState.unknown as CLRegionState).rawValue == 0)
        #expect((CLRegionState.inside as CLRegionState).rawValue == 1)
        #expect((CLRegionState.outside as CLRegionState).rawValue == 2)
        #expect((CLProximity.unknown as CLProximity).rawValue == 0)
        #expect((CLProximity.immediate as CLProximity).rawValue == 1)
        #expect((CLProximity.near as CLProximity).rawValue == 2)
        #expect((CLProximity.far as CLProximity).rawValue == 3)
        #expect((CLError.Code.locationUnknown as CLError.Code).rawValue == 0)
        #expect((CLError.Code.denied as CLError.Code).rawValue == 1)
        #expect((CLError.Code.network as CLError.Code).rawValue == 2)
        #expect((CLError.Code.headingFailure as CLError.Code).rawValue == 3)
        #expect((CLError.Code.regionMonitoringDenied as CLError.Code).rawValue == 4)
        #expect((CLError.Code.regionMonitoringFailure as CLError.Code).rawValue == 5)
        #expect((CLError.Code.regionMonitoringSetupDelayed as CLError.Code).rawValue == 6)
        #expect((CLError.Code.regionMonitoringResponseDelayed as CLError.Code).rawValue == 7)
        #expect((CLError.Code.geocodeFoundNoResult as CLError.Code).rawValue == 8)
        #expect((CLError.Code.geocodeFoundPartialResult as CLError.Code).rawValue == 9)
        #expect((CLError.Code.geocodeCanceled as CLError.Code).rawValue == 10)
        #expect((CLError.Code.deferredFailed as CLError.Code).rawValue == 11)
        #expect((CLError.Code.deferredNotUpdatingLocation as CLError.Code).rawValue == 12)
        #expect((CLError.Code.deferredAccuracyTooLow as CLError.Code).rawValue == 13)
        #expect((CLError.Code.deferredDistanceFiltered as CLError.Code).rawValue == 14)
        #expect((CLError.Code.deferredCanceled as CLError.Code).rawValue == 15)
        #expect((CLError.Code.rangingUnavailable as CLError.Code).rawValue == 16)
        #expect((CLError.Code.rangingFailure as CLError.Code).rawValue == 17)
        #expect((CLError.Code.promptDeclined as CLError.Code).rawValue == 18)
        #expect((CLError.Code.historicalLocationError as CLError.Code).rawValue == 19)
        #expect((CLLocationPushServiceError.Code.unknown as CLLocationPushServiceError.Code).rawValue == 0)
        #expect((CLLocationPushServiceError.Code.missingPushExtension as CLLocationPushServiceError.Code).rawValue == 1)
        #expect((CLLocationPushServiceError.Code.missingPushServerEnvironment as CLLocationPushServiceError.Code).rawValue == 2)
        #expect((CLLocationPushServiceError.Code.missingEntitlement as CLLocationPushServiceError.Code).rawValue == 3)
        #expect((CLLocationPushServiceError.Code.unsupportedPlatform as CLLocationPushServiceError.Code).rawValue == 4)
        #expect(CLLocation(latitude: 1, longitude: 2).horizontalAccuracy == 0)
        #expect(CLLocation(latitude: 1, longitude: 2).altitude == 0)
        #expect(CLLocation(latitude: 1, longitude: 2).verticalAccuracy == -1)
        #expect(CLLocation(latitude: 1, longitude: 2).speed == -1)
        #expect(CLLocation(latitude: 1, longitude: 2).course == -1)
        #expect(CLLocationSourceInformation(softwareSimulationState: true, andExternalAccessoryState: false).isSimulatedBySoftware)
        #expect(CLLocationManager().activityType == .other)
        #expect(CLLocationManager().distanceFilter == kCLDistanceFilterNone)
        #expect(CLLocationManager().desiredAccuracy == kCLLocationAccuracyBest)
        #expect(CLLocationManager().pausesLocationUpdatesAutomatically)
        #expect(!CLLocationManager().allowsBackgroundLocationUpdates)
        #expect(!CLLocationManager().showsBackgroundLocationIndicator)
        #expect(CLLocationManager().headingFilter == 1)
        #expect(CLLocationManager().headingOrientation == .portrait)
        #expect(CLLocationManager().rangedBeaconConstraints.isEmpty)
        #expect(!CLLocationManager.isRangingAvailable())
        #expect(CLHeading().headingAccuracy < 0)
        #expect(CLCircularRegion(center: .init(), radius: 1, identifier: "x").notifyOnEntry)
        #expect(CLCircularRegion(center: .init(), radius: 1, identifier: "x").notifyOnExit)
        #expect(!CLBeaconRegion(uuid: UUID(), identifier: "x").notifyEntryStateOnDisplay)
        #expect((CLLocationUpdate.LiveConfiguration.`default` as CLLocationUpdate.LiveConfiguration).rawValue == 0)
        #expect((CLLocationUpdate.LiveConfiguration.automotiveNavigation as CLLocationUpdate.LiveConfiguration).rawValue == 1)
        #expect((CLLocationUpdate.LiveConfiguration.otherNavigation as CLLocationUpdate.LiveConfiguration).rawValue == 2)
        #expect((CLLocationUpdate.LiveConfiguration.fitness as CLLocationUpdate.LiveConfiguration).rawValue == 3)
        #expect((CLLocationUpdate.LiveConfiguration.airborne as CLLocationUpdate.LiveConfiguration).rawValue == 4)
        #expect((CLMonitor.Event.State.unknown as CLMonitor.Event.State).rawValue == 0)
        #expect((CLMonitor.Event.State.satisfied as CLMonitor.Event.State).rawValue == 1)
        #expect((CLMonitor.Event.State.unsatisfied as CLMonitor.Event.State).rawValue == 2)
        #expect((CLMonitor.Event.State.unmonitored as CLMonitor.Event.State).rawValue == 3)
        #expect((CLServiceSession.AuthorizationRequirement.none as CLServiceSession.AuthorizationRequirement).rawValue == 0)
        #expect((CLServiceSession.AuthorizationRequirement.whenInUse as CLServiceSession.AuthorizationRequirement).rawValue == 1)
        #expect((CLServiceSession.AuthorizationRequirement.always as CLServiceSession.AuthorizationRequirement).rawValue == 2)
    }
}

private protocol Checking { func check() }

private func same<T, U>(_ one: T.Type, _ other: U.Type) { #expect(one == other) }

private struct Symbols: Checking {
    func check() {
        same(CLLocationDegrees.self, (Double).self)
        same(CLLocationAccuracy.self, (Double).self)
        same(CLLocationSpeed.self, (Double).self)
        same(CLLocationSpeedAccuracy.self, (Double).self)
        same(CLLocationDirection.self, (Double).self)
        same(CLLocationDirectionAccuracy.self, (Double).self)
        same(CLLocationDistance.self, (Double).self)
        same(CLHeadingComponentValue.self, (Double).self)
        same(CLBeaconMajorValue.self, (UInt16).self)
        same(CLBeaconMinorValue.self, (UInt16).self)
        same(CLGeocodeCompletionHandler.self, (([CLPlacemark]?, (any Error)?) -> Void).self)
        _ = kCLLocationCoordinate2DInvalid as CLLocationCoordinate2D
        _ = CLLocationCoordinate2DIsValid(_:) as (CLLocationCoordinate2D) -> Bool
        _ = CLLocationCoordinate2DMake(_:_:) as (CLLocationDegrees, CLLocationDegrees) -> CLLocationCoordinate2D
        do { func check<T: Sendable & BitwiseCopyable>(_: T.Type) {}; check(CLLocationCoordinate2D.self) }
        _ = CLLocationCoordinate2D.init as () -> CLLocationCoordinate2D
        _ = CLLocationCoordinate2D.init(latitude:longitude:) as (CLLocationDegrees, CLLocationDegrees) -> CLLocationCoordinate2D
        _ = \CLLocationCoordinate2D.latitude as WritableKeyPath<CLLocationCoordinate2D, CLLocationDegrees>
        _ = \CLLocationCoordinate2D.longitude as WritableKeyPath<CLLocationCoordinate2D, CLLocationDegrees>
        do { func check<T: Sendable>(_: T.Type) {}; check(CLAuthorizationStatus.self) }
        same(CLAuthorizationStatus.RawValue.self, Int32.self)
        do { func check<T: Sendable>(_: T.Type) {}; check(CLAccuracyAuthorization.self) }
        same(CLAccuracyAuthorization.RawValue.self, Int.self)
        do { func check<T: Sendable>(_: T.Type) {}; check(CLActivityType.self) }
        same(CLActivityType.RawValue.self, Int.self)
        _ = CLActivityType.maritime as CLActivityType
        do { func check<T: Sendable>(_: T.Type) {}; check(CLDeviceOrientation.self) }
        same(CLDeviceOrientation.RawValue.self, Int32.self)
        do { func check<T: Sendable>(_: T.Type) {}; check(CLRegionState.self) }
        same(CLRegionState.RawValue.self, Int.self)
        do { func check<T: Sendable>(_: T.Type) {}; check(CLProximity.self) }
        same(CLProximity.RawValue.self, Int.self)
        do { func check<T: CustomNSError & Error & Hashable & Sendable>(_: T.Type) {}; check(CLError.self) }
        _ = { CLError($0) } as (CLError.Code) -> CLError
        _ = CLError.init(_:userInfo:) as (CLError.Code, [String: Any]) -> CLError
        _ = CLError.init(_nsError:) as (NSError) -> CLError
        _ = \CLError.code as KeyPath<CLError, CLError.Code>
        _ = \CLError.userInfo as KeyPath<CLError, [String: Any]>
        _ = \CLError.errorCode as KeyPath<CLError, Int>
        _ = \CLError.errorUserInfo as KeyPath<CLError, [String: Any]>
        _ = \CLError.alternateRegion as KeyPath<CLError, CLRegion?>
        _ = CLError.errorDomain as String
        _ = CLError.locationUnknown as CLError.Code
        _ = CLError.denied as CLError.Code
        _ = CLError.network as CLError.Code
        _ = CLError.headingFailure as CLError.Code
        _ = CLError.regionMonitoringDenied as CLError.Code
        _ = CLError.regionMonitoringFailure as CLError.Code
        _ = CLError.regionMonitoringSetupDelayed as CLError.Code
        _ = CLError.regionMonitoringResponseDelayed as CLError.Code
        _ = CLError.geocodeFoundNoResult as CLError.Code
        _ = CLError.geocodeFoundPartialResult as CLError.Code
        _ = CLError.geocodeCanceled as CLError.Code
        _ = CLError.deferredFailed as CLError.Code
        _ = CLError.deferredNotUpdatingLocation as CLError.Code
        _ = CLError.deferredAccuracyTooLow as CLError.Code
        _ = CLError.deferredDistanceFiltered as CLError.Code
        _ = CLError.deferredCanceled as CLError.Code
        _ = CLError.rangingUnavailable as CLError.Code
        _ = CLError.rangingFailure as CLError.Code
        _ = CLError.promptDeclined as CLError.Code
        _ = CLError.historicalLocationError as CLError.Code
        do { func check<T: Sendable & Hashable>(_: T.Type) {}; check(CLError.Code.self) }
        same(CLError.Code.RawValue.self, Int.self)
        do { func check<T: Error & CustomNSError & Sendable>(_: T.Type) {}; check(CLLocationPushServiceError.self) }
        _ = CLLocationPushServiceError.init(_:) as (CLLocationPushServiceError.Code) -> CLLocationPushServiceError
        _ = \CLLocationPushServiceError.code as KeyPath<CLLocationPushServiceError, CLLocationPushServiceError.Code>
        _ = CLLocationPushServiceError.errorDomain as String
        same(CLLocationPushServiceError.Code.RawValue.self, Int.self)
        do { func check<T: NSObject & NSCopying & NSSecureCoding & Sendable>(_: T.Type) {}; check(CLLocation.self) }
        _ = CLLocation.init as () -> CLLocation
        _ = CLLocation.init(latitude:longitude:) as (CLLocationDegrees, CLLocationDegrees) -> CLLocation
        _ = CLLocation.init(coordinate:altitude:horizontalAccuracy:verticalAccuracy:timestamp:) as (CLLocationCoordinate2D, CLLocationDistance, CLLocationAccuracy, CLLocationAccuracy, Date) -> CLLocation
        _ = CLLocation.init(coordinate:altitude:horizontalAccuracy:verticalAccuracy:course:speed:timestamp:) as (CLLocationCoordinate2D, CLLocationDistance, CLLocationAccuracy, CLLocationAccuracy, CLLocationDirection, CLLocationSpeed, Date) -> CLLocation
        _ = CLLocation.init(coordinate:altitude:horizontalAccuracy:verticalAccuracy:course:courseAccuracy:speed:speedAccuracy:timestamp:) as (CLLocationCoordinate2D, CLLocationDistance, CLLocationAccuracy, CLLocationAccuracy, CLLocationDirection, CLLocationDirectionAccuracy, CLLocationSpeed, CLLocationSpeedAccuracy, Date) -> CLLocation
        _ = CLLocation.init(coordinate:altitude:horizontalAccuracy:verticalAccuracy:course:courseAccuracy:speed:speedAccuracy:timestamp:sourceInfo:) as (CLLocationCoordinate2D, CLLocationDistance, CLLocationAccuracy, CLLocationAccuracy, CLLocationDirection, CLLocationDirectionAccuracy, CLLocationSpeed, CLLocationSpeedAccuracy, Date, CLLocationSourceInformation) -> CLLocation
        _ = CLLocation.init(coder:) as (NSCoder) -> CLLocation?
        _ = \CLLocation.coordinate as KeyPath<CLLocation, CLLocationCoordinate2D>
        _ = \CLLocation.altitude as KeyPath<CLLocation, CLLocationDistance>
        _ = \CLLocation.ellipsoidalAltitude as KeyPath<CLLocation, CLLocationDistance>
        _ = \CLLocation.horizontalAccuracy as KeyPath<CLLocation, CLLocationAccuracy>
        _ = \CLLocation.verticalAccuracy as KeyPath<CLLocation, CLLocationAccuracy>
        _ = \CLLocation.course as KeyPath<CLLocation, CLLocationDirection>
        _ = \CLLocation.courseAccuracy as KeyPath<CLLocation, CLLocationDirectionAccuracy>
        _ = \CLLocation.speed as KeyPath<CLLocation, CLLocationSpeed>
        _ = \CLLocation.speedAccuracy as KeyPath<CLLocation, CLLocationSpeedAccuracy>
        _ = \CLLocation.timestamp as KeyPath<CLLocation, Date>
        _ = \CLLocation.floor as KeyPath<CLLocation, CLFloor?>
        _ = \CLLocation.sourceInformation as KeyPath<CLLocation, CLLocationSourceInformation?>
        _ = CLLocation.distance(from:) as (CLLocation) -> (CLLocation) -> CLLocationDistance
        do { func check<T: NSObject & NSCopying & NSSecureCoding & Sendable>(_: T.Type) {}; check(CLFloor.self) }
        _ = CLFloor.init as () -> CLFloor
        _ = CLFloor.init(coder:) as (NSCoder) -> CLFloor?
        _ = \CLFloor.level as KeyPath<CLFloor, Int>
        do { func check<T: NSObject & NSCopying & NSSecureCoding & Sendable>(_: T.Type) {}; check(CLLocationSourceInformation.self) }
        _ = CLLocationSourceInformation.init(softwareSimulationState:andExternalAccessoryState:) as (Bool, Bool) -> CLLocationSourceInformation
        _ = CLLocationSourceInformation.init(coder:) as (NSCoder) -> CLLocationSourceInformation?
        _ = \CLLocationSourceInformation.isSimulatedBySoftware as KeyPath<CLLocationSourceInformation, Bool>
        _ = \CLLocationSourceInformation.isProducedByAccessory as KeyPath<CLLocationSourceInformation, Bool>
        do { func check<T: NSObject>(_: T.Type) {}; check(CLLocationManager.self) }
        _ = CLLocationManager.init as () -> CLLocationManager
        _ = \CLLocationManager.delegate as ReferenceWritableKeyPath<CLLocationManager, (any CLLocationManagerDelegate)?>
        _ = CLLocationManager.locationServicesEnabled as () -> Bool
        _ = CLLocationManager.headingAvailable as () -> Bool
        _ = CLLocationManager.significantLocationChangeMonitoringAvailable as () -> Bool
        _ = CLLocationManager.isMonitoringAvailable(for:) as (AnyClass) -> Bool
        _ = CLLocationManager.isRangingAvailable as () -> Bool
        _ = \CLLocationManager.authorizationStatus as KeyPath<CLLocationManager, CLAuthorizationStatus>
        _ = \CLLocationManager.accuracyAuthorization as KeyPath<CLLocationManager, CLAccuracyAuthorization>
        _ = \CLLocationManager.isAuthorizedForWidgetUpdates as KeyPath<CLLocationManager, Bool>
        _ = \CLLocationManager.activityType as ReferenceWritableKeyPath<CLLocationManager, CLActivityType>
        _ = \CLLocationManager.distanceFilter as ReferenceWritableKeyPath<CLLocationManager, CLLocationDistance>
        _ = \CLLocationManager.desiredAccuracy as ReferenceWritableKeyPath<CLLocationManager, CLLocationAccuracy>
        _ = \CLLocationManager.pausesLocationUpdatesAutomatically as ReferenceWritableKeyPath<CLLocationManager, Bool>
        _ = \CLLocationManager.allowsBackgroundLocationUpdates as ReferenceWritableKeyPath<CLLocationManager, Bool>
        _ = \CLLocationManager.showsBackgroundLocationIndicator as ReferenceWritableKeyPath<CLLocationManager, Bool>
        _ = \CLLocationManager.headingFilter as ReferenceWritableKeyPath<CLLocationManager, CLLocationDegrees>
        _ = \CLLocationManager.headingOrientation as ReferenceWritableKeyPath<CLLocationManager, CLDeviceOrientation>
        _ = \CLLocationManager.headingBody as ReferenceWritableKeyPath<CLLocationManager, (any CLBodyIdentifiable)?>
        _ = \CLLocationManager.location as KeyPath<CLLocationManager, CLLocation?>
        _ = \CLLocationManager.heading as KeyPath<CLLocationManager, CLHeading?>
        _ = \CLLocationManager.maximumRegionMonitoringDistance as KeyPath<CLLocationManager, CLLocationDistance>
        _ = \CLLocationManager.monitoredRegions as KeyPath<CLLocationManager, Set<CLRegion>>
        _ = \CLLocationManager.rangedBeaconConstraints as KeyPath<CLLocationManager, Set<CLBeaconIdentityConstraint>>
        _ = CLLocationManager.requestWhenInUseAuthorization as (CLLocationManager) -> () -> Void
        _ = CLLocationManager.requestAlwaysAuthorization as (CLLocationManager) -> () -> Void
        _ = CLLocationManager.requestTemporaryFullAccuracyAuthorization(withPurposeKey:completion:) as (CLLocationManager) -> (String, (((any Error)?) -> Void)?) -> Void
        _ = CLLocationManager.requestTemporaryFullAccuracyAuthorization(withPurposeKey:) as (CLLocationManager) -> (String) -> Void
        _ = CLLocationManager.requestTemporaryFullAccuracyAuthorization(withPurposeKey:) as (CLLocationManager) -> (String) async throws -> Void
        _ = CLLocationManager.startUpdatingLocation as (CLLocationManager) -> () -> Void
        _ = CLLocationManager.stopUpdatingLocation as (CLLocationManager) -> () -> Void
        _ = CLLocationManager.requestLocation as (CLLocationManager) -> () -> Void
        _ = CLLocationManager.startUpdatingHeading as (CLLocationManager) -> () -> Void
        _ = CLLocationManager.stopUpdatingHeading as (CLLocationManager) -> () -> Void
        _ = CLLocationManager.dismissHeadingCalibrationDisplay as (CLLocationManager) -> () -> Void
        _ = CLLocationManager.startMonitoringSignificantLocationChanges as (CLLocationManager) -> () -> Void
        _ = CLLocationManager.stopMonitoringSignificantLocationChanges as (CLLocationManager) -> () -> Void
        _ = CLLocationManager.startMonitoringVisits as (CLLocationManager) -> () -> Void
        _ = CLLocationManager.stopMonitoringVisits as (CLLocationManager) -> () -> Void
        _ = CLLocationManager.startMonitoring(for:) as (CLLocationManager) -> (CLRegion) -> Void
        _ = CLLocationManager.stopMonitoring(for:) as (CLLocationManager) -> (CLRegion) -> Void
        _ = CLLocationManager.requestState(for:) as (CLLocationManager) -> (CLRegion) -> Void
        _ = CLLocationManager.startRangingBeacons(satisfying:) as (CLLocationManager) -> (CLBeaconIdentityConstraint) -> Void
        _ = CLLocationManager.stopRangingBeacons(satisfying:) as (CLLocationManager) -> (CLBeaconIdentityConstraint) -> Void
        _ = CLLocationManager.startMonitoringLocationPushes(completion:) as (CLLocationManager) -> (((Data?, (any Error)?) -> Void)?) -> Void
        _ = CLLocationManager.stopMonitoringLocationPushes as (CLLocationManager) -> () -> Void
        _ = CLLocationManager.requestHistoricalLocations(purposeKey:sampleCount:completionHandler:) as (CLLocationManager) -> (String, Int, @escaping ([CLLocation], (any Error)?) -> Void) -> Void
        _ = CLLocationManager.historicalLocations(purposeKey:sampleCount:) as (CLLocationManager) -> (String, Int) async throws -> [CLLocation]
        do { func check<T: CLLocationManagerDelegate>(_: T) { func other<U: NSObjectProtocol>(_: U.Type) {}; other(T.self) } }
        do { func check<T: CLLocationManagerDelegate & SendableMetatype>(_: T) { _ = T.locationManager(_:didUpdateLocations:) as (T) -> (CLLocationManager, [CLLocation]) -> Void } }
        do { func check<T: CLLocationManagerDelegate & SendableMetatype>(_: T) { _ = T.locationManager(_:didFailWithError:) as (T) -> (CLLocationManager, any Error) -> Void } }
        do { func check<T: CLLocationManagerDelegate & SendableMetatype>(_: T) { _ = T.locationManagerDidChangeAuthorization(_:) as (T) -> (CLLocationManager) -> Void } }
        do { func check<T: CLLocationManagerDelegate & SendableMetatype>(_: T) { _ = T.locationManagerDidPauseLocationUpdates(_:) as (T) -> (CLLocationManager) -> Void } }
        do { func check<T: CLLocationManagerDelegate & SendableMetatype>(_: T) { _ = T.locationManagerDidResumeLocationUpdates(_:) as (T) -> (CLLocationManager) -> Void } }
        do { func check<T: CLLocationManagerDelegate & SendableMetatype>(_: T) { _ = T.locationManager(_:didFinishDeferredUpdatesWithError:) as (T) -> (CLLocationManager, (any Error)?) -> Void } }
        do { func check<T: CLLocationManagerDelegate & SendableMetatype>(_: T) { _ = T.locationManager(_:didUpdateHeading:) as (T) -> (CLLocationManager, CLHeading) -> Void } }
        do { func check<T: CLLocationManagerDelegate & SendableMetatype>(_: T) { _ = T.locationManagerShouldDisplayHeadingCalibration(_:) as (T) -> (CLLocationManager) -> Bool } }
        do { func check<T: CLLocationManagerDelegate & SendableMetatype>(_: T) { _ = T.locationManager(_:didEnterRegion:) as (T) -> (CLLocationManager, CLRegion) -> Void } }
        do { func check<T: CLLocationManagerDelegate & SendableMetatype>(_: T) { _ = T.locationManager(_:didExitRegion:) as (T) -> (CLLocationManager, CLRegion) -> Void } }
        do { func check<T: CLLocationManagerDelegate & SendableMetatype>(_: T) { _ = T.locationManager(_:didDetermineState:for:) as (T) -> (CLLocationManager, CLRegionState, CLRegion) -> Void } }
        do { func check<T: CLLocationManagerDelegate & SendableMetatype>(_: T) { _ = T.locationManager(_:didStartMonitoringFor:) as (T) -> (CLLocationManager, CLRegion) -> Void } }
        do { func check<T: CLLocationManagerDelegate & SendableMetatype>(_: T) { _ = T.locationManager(_:monitoringDidFailFor:withError:) as (T) -> (CLLocationManager, CLRegion?, any Error) -> Void } }
        do { func check<T: CLLocationManagerDelegate & SendableMetatype>(_: T) { _ = T.locationManager(_:didRange:satisfying:) as (T) -> (CLLocationManager, [CLBeacon], CLBeaconIdentityConstraint) -> Void } }
        do { func check<T: CLLocationManagerDelegate & SendableMetatype>(_: T) { _ = T.locationManager(_:didFailRangingFor:error:) as (T) -> (CLLocationManager, CLBeaconIdentityConstraint, any Error) -> Void } }
        do { func check<T: CLLocationManagerDelegate & SendableMetatype>(_: T) { _ = T.locationManager(_:didVisit:) as (T) -> (CLLocationManager, CLVisit) -> Void } }
        do { func check<T: CLBodyIdentifiable>(_: T) { func other<U: NSObjectProtocol>(_: U.Type) {}; other(T.self) } }
        do { func check<T: NSObject & NSCopying & NSSecureCoding & Sendable>(_: T.Type) {}; check(CLHeading.self) }
        _ = CLHeading.init as () -> CLHeading
        _ = CLHeading.init(coder:) as (NSCoder) -> CLHeading?
        _ = \CLHeading.magneticHeading as KeyPath<CLHeading, CLLocationDirection>
        _ = \CLHeading.trueHeading as KeyPath<CLHeading, CLLocationDirection>
        _ = \CLHeading.headingAccuracy as KeyPath<CLHeading, CLLocationDirection>
        _ = \CLHeading.x as KeyPath<CLHeading, CLHeadingComponentValue>
        _ = \CLHeading.y as KeyPath<CLHeading, CLHeadingComponentValue>
        _ = \CLHeading.z as KeyPath<CLHeading, CLHeadingComponentValue>
        _ = \CLHeading.timestamp as KeyPath<CLHeading, Date>
        do { func check<T: NSObject & NSCopying & NSSecureCoding & Sendable>(_: T.Type) {}; check(CLVisit.self) }
        _ = CLVisit.init as () -> CLVisit
        _ = CLVisit.init(coder:) as (NSCoder) -> CLVisit?
        _ = \CLVisit.arrivalDate as KeyPath<CLVisit, Date>
        _ = \CLVisit.departureDate as KeyPath<CLVisit, Date>
        _ = \CLVisit.coordinate as KeyPath<CLVisit, CLLocationCoordinate2D>
        _ = \CLVisit.horizontalAccuracy as KeyPath<CLVisit, CLLocationAccuracy>
        do { func check<T: NSObject & NSCopying & NSSecureCoding>(_: T.Type) {}; check(CLRegion.self) }
        _ = CLRegion.init as () -> CLRegion
        _ = CLRegion.init(coder:) as (NSCoder) -> CLRegion?
        _ = \CLRegion.identifier as KeyPath<CLRegion, String>
        _ = \CLRegion.notifyOnEntry as ReferenceWritableKeyPath<CLRegion, Bool>
        _ = \CLRegion.notifyOnExit as ReferenceWritableKeyPath<CLRegion, Bool>
        do { func check<T: CLRegion>(_: T.Type) {}; check(CLCircularRegion.self) }
        _ = CLCircularRegion.init(center:radius:identifier:) as (CLLocationCoordinate2D, CLLocationDistance, String) -> CLCircularRegion
        _ = CLCircularRegion.init(coder:) as (NSCoder) -> CLCircularRegion?
        _ = \CLCircularRegion.center as KeyPath<CLCircularRegion, CLLocationCoordinate2D>
        _ = \CLCircularRegion.radius as KeyPath<CLCircularRegion, CLLocationDistance>
        _ = CLCircularRegion.contains(_:) as (CLCircularRegion) -> (CLLocationCoordinate2D) -> Bool
        do { func check<T: CLRegion>(_: T.Type) {}; check(CLBeaconRegion.self) }
        _ = CLBeaconRegion.init(uuid:identifier:) as (UUID, String) -> CLBeaconRegion
        _ = CLBeaconRegion.init(uuid:major:identifier:) as (UUID, CLBeaconMajorValue, String) -> CLBeaconRegion
        _ = CLBeaconRegion.init(uuid:major:minor:identifier:) as (UUID, CLBeaconMajorValue, CLBeaconMinorValue, String) -> CLBeaconRegion
        _ = CLBeaconRegion.init(beaconIdentityConstraint:identifier:) as (CLBeaconIdentityConstraint, String) -> CLBeaconRegion
        _ = CLBeaconRegion.init(coder:) as (NSCoder) -> CLBeaconRegion?
        _ = \CLBeaconRegion.uuid as KeyPath<CLBeaconRegion, UUID>
        _ = \CLBeaconRegion.major as KeyPath<CLBeaconRegion, NSNumber?>
        _ = \CLBeaconRegion.minor as KeyPath<CLBeaconRegion, NSNumber?>
        _ = \CLBeaconRegion.beaconIdentityConstraint as KeyPath<CLBeaconRegion, CLBeaconIdentityConstraint>
        _ = \CLBeaconRegion.notifyEntryStateOnDisplay as ReferenceWritableKeyPath<CLBeaconRegion, Bool>
        _ = CLBeaconRegion.peripheralData(withMeasuredPower:) as (CLBeaconRegion) -> (NSNumber?) -> NSMutableDictionary
        do { func check<T: NSObject & NSCopying & NSSecureCoding & Sendable>(_: T.Type) {}; check(CLBeaconIdentityConstraint.self) }
        _ = CLBeaconIdentityConstraint.init(uuid:) as (UUID) -> CLBeaconIdentityConstraint
        _ = CLBeaconIdentityConstraint.init(uuid:major:) as (UUID, CLBeaconMajorValue) -> CLBeaconIdentityConstraint
        _ = CLBeaconIdentityConstraint.init(uuid:major:minor:) as (UUID, CLBeaconMajorValue, CLBeaconMinorValue) -> CLBeaconIdentityConstraint
        _ = CLBeaconIdentityConstraint.init(coder:) as (NSCoder) -> CLBeaconIdentityConstraint?
        _ = \CLBeaconIdentityConstraint.uuid as KeyPath<CLBeaconIdentityConstraint, UUID>
        _ = \CLBeaconIdentityConstraint.major as KeyPath<CLBeaconIdentityConstraint, UInt16?>
        _ = \CLBeaconIdentityConstraint.minor as KeyPath<CLBeaconIdentityConstraint, UInt16?>
        do { func check<T: NSObject & NSCopying & NSSecureCoding & Sendable>(_: T.Type) {}; check(CLBeacon.self) }
        _ = CLBeacon.init as () -> CLBeacon
        _ = CLBeacon.init(coder:) as (NSCoder) -> CLBeacon?
        _ = \CLBeacon.uuid as KeyPath<CLBeacon, UUID>
        _ = \CLBeacon.major as KeyPath<CLBeacon, NSNumber>
        _ = \CLBeacon.minor as KeyPath<CLBeacon, NSNumber>
        _ = \CLBeacon.proximity as KeyPath<CLBeacon, CLProximity>
        _ = \CLBeacon.accuracy as KeyPath<CLBeacon, CLLocationAccuracy>
        _ = \CLBeacon.rssi as KeyPath<CLBeacon, Int>
        _ = \CLBeacon.timestamp as KeyPath<CLBeacon, Date>
        do { func check<T: NSObject & NSCopying & NSSecureCoding & Sendable>(_: T.Type) {}; check(CLPlacemark.self) }
        _ = CLPlacemark.init(placemark:) as (CLPlacemark) -> CLPlacemark
        _ = CLPlacemark.init(coder:) as (NSCoder) -> CLPlacemark?
        _ = \CLPlacemark.location as KeyPath<CLPlacemark, CLLocation?>
        _ = \CLPlacemark.region as KeyPath<CLPlacemark, CLRegion?>
        _ = \CLPlacemark.timeZone as KeyPath<CLPlacemark, TimeZone?>
        _ = \CLPlacemark.name as KeyPath<CLPlacemark, String?>
        _ = \CLPlacemark.thoroughfare as KeyPath<CLPlacemark, String?>
        _ = \CLPlacemark.subThoroughfare as KeyPath<CLPlacemark, String?>
        _ = \CLPlacemark.locality as KeyPath<CLPlacemark, String?>
        _ = \CLPlacemark.subLocality as KeyPath<CLPlacemark, String?>
        _ = \CLPlacemark.administrativeArea as KeyPath<CLPlacemark, String?>
        _ = \CLPlacemark.subAdministrativeArea as KeyPath<CLPlacemark, String?>
        _ = \CLPlacemark.postalCode as KeyPath<CLPlacemark, String?>
        _ = \CLPlacemark.isoCountryCode as KeyPath<CLPlacemark, String?>
        _ = \CLPlacemark.country as KeyPath<CLPlacemark, String?>
        _ = \CLPlacemark.inlandWater as KeyPath<CLPlacemark, String?>
        _ = \CLPlacemark.ocean as KeyPath<CLPlacemark, String?>
        _ = \CLPlacemark.areasOfInterest as KeyPath<CLPlacemark, [String]?>
        do { func check<T: Sendable>(_: T.Type) {}; check(CLLocationUpdate.self) }
        _ = CLLocationUpdate.liveUpdates(_:) as (CLLocationUpdate.LiveConfiguration) -> CLLocationUpdate.Updates
        _ = \CLLocationUpdate.location as KeyPath<CLLocationUpdate, CLLocation?>
        _ = \CLLocationUpdate.stationary as KeyPath<CLLocationUpdate, Bool>
        _ = \CLLocationUpdate.authorizationDenied as KeyPath<CLLocationUpdate, Bool>
        _ = \CLLocationUpdate.authorizationDeniedGlobally as KeyPath<CLLocationUpdate, Bool>
        _ = \CLLocationUpdate.authorizationRestricted as KeyPath<CLLocationUpdate, Bool>
        _ = \CLLocationUpdate.insufficientlyInUse as KeyPath<CLLocationUpdate, Bool>
        _ = \CLLocationUpdate.locationUnavailable as KeyPath<CLLocationUpdate, Bool>
        _ = \CLLocationUpdate.accuracyLimited as KeyPath<CLLocationUpdate, Bool>
        _ = \CLLocationUpdate.serviceSessionRequired as KeyPath<CLLocationUpdate, Bool>
        _ = \CLLocationUpdate.authorizationRequestInProgress as KeyPath<CLLocationUpdate, Bool>
        _ = { () in _ = CLLocationUpdate.liveUpdates() }
        same(CLLocationUpdate.LiveConfiguration.RawValue.self, Int.self)
        _ = CLLocationUpdate.LiveConfiguration.maritime as CLLocationUpdate.LiveConfiguration
        do { func check<T: AsyncSequence>(_: T.Type) {}; check(CLLocationUpdate.Updates.self) }
        do { func check<T: AsyncIteratorProtocol>(_: T.Type) {}; check(CLLocationUpdate.Updates.Iterator.self) }
        do { func check<T: Actor>(_: T.Type) {}; check(CLMonitor.self) }
        _ = { (x: CLMonitor) async in _ = await CLMonitor("name") }
        _ = { (x: CLMonitor) async in _ = await x.events }
        _ = { (x: CLMonitor) async in _ = await x.identifiers }
        _ = { (x: CLMonitor) async in _ = await x.add(CLMonitor.BeaconIdentityCondition(uuid: UUID()), identifier: "x") }
        _ = { (x: CLMonitor) async in _ = await x.add(CLMonitor.BeaconIdentityCondition(uuid: UUID()), identifier: "x", assuming: .satisfied) }
        _ = { (x: CLMonitor) async in _ = await x.remove("x") }
        _ = { (x: CLMonitor) async in _ = await x.record(for: "x") }
        do { func check<T: CLCondition>(_: T) { func other<U: Decodable & Encodable & Sendable>(_: U.Type) {}; other(T.self) } }
        do { func check<T: CLCondition>(_: T.Type) {}; check(CLMonitor.CircularGeographicCondition.self) }
        _ = CLMonitor.CircularGeographicCondition.init(center:radius:) as (CLLocationCoordinate2D, CLLocationDistance) -> CLMonitor.CircularGeographicCondition
        _ = \CLMonitor.CircularGeographicCondition.center as KeyPath<CLMonitor.CircularGeographicCondition, CLLocationCoordinate2D>
        _ = \CLMonitor.CircularGeographicCondition.radius as KeyPath<CLMonitor.CircularGeographicCondition, CLLocationDistance>
        do { func check<T: CLCondition>(_: T.Type) {}; check(CLMonitor.BeaconIdentityCondition.self) }
        _ = CLMonitor.BeaconIdentityCondition.init(uuid:) as (UUID) -> CLMonitor.BeaconIdentityCondition
        _ = CLMonitor.BeaconIdentityCondition.init(uuid:major:) as (UUID, UInt16) -> CLMonitor.BeaconIdentityCondition
        _ = CLMonitor.BeaconIdentityCondition.init(uuid:major:minor:) as (UUID, UInt16, UInt16) -> CLMonitor.BeaconIdentityCondition
        _ = \CLMonitor.BeaconIdentityCondition.uuid as KeyPath<CLMonitor.BeaconIdentityCondition, UUID>
        _ = \CLMonitor.BeaconIdentityCondition.major as KeyPath<CLMonitor.BeaconIdentityCondition, UInt16?>
        _ = \CLMonitor.BeaconIdentityCondition.minor as KeyPath<CLMonitor.BeaconIdentityCondition, UInt16?>
        do { func check<T: Sendable>(_: T.Type) {}; check(CLMonitor.Record.self) }
        _ = \CLMonitor.Record.condition as KeyPath<CLMonitor.Record, any CLCondition>
        _ = \CLMonitor.Record.lastEvent as KeyPath<CLMonitor.Record, CLMonitor.Event>
        do { func check<T: Sendable>(_: T.Type) {}; check(CLMonitor.Event.self) }
        _ = \CLMonitor.Event.identifier as KeyPath<CLMonitor.Event, String>
        _ = \CLMonitor.Event.refinement as KeyPath<CLMonitor.Event, (any CLCondition)?>
        _ = \CLMonitor.Event.state as KeyPath<CLMonitor.Event, CLMonitor.Event.State>
        _ = \CLMonitor.Event.date as KeyPath<CLMonitor.Event, Date>
        _ = \CLMonitor.Event.authorizationDenied as KeyPath<CLMonitor.Event, Bool>
        _ = \CLMonitor.Event.authorizationDeniedGlobally as KeyPath<CLMonitor.Event, Bool>
        _ = \CLMonitor.Event.authorizationRestricted as KeyPath<CLMonitor.Event, Bool>
        _ = \CLMonitor.Event.insufficientlyInUse as KeyPath<CLMonitor.Event, Bool>
        _ = \CLMonitor.Event.accuracyLimited as KeyPath<CLMonitor.Event, Bool>
        _ = \CLMonitor.Event.conditionUnsupported as KeyPath<CLMonitor.Event, Bool>
        _ = \CLMonitor.Event.conditionLimitExceeded as KeyPath<CLMonitor.Event, Bool>
        _ = \CLMonitor.Event.persistenceUnavailable as KeyPath<CLMonitor.Event, Bool>
        _ = \CLMonitor.Event.serviceSessionRequired as KeyPath<CLMonitor.Event, Bool>
        _ = \CLMonitor.Event.authorizationRequestInProgress as KeyPath<CLMonitor.Event, Bool>
        same(CLMonitor.Event.State.RawValue.self, UInt.self)
        do { func check<T: AsyncSequence & Sendable>(_: T.Type) {}; check(CLMonitor.Events.self) }
        do { func check<T: AnyObject & Sendable>(_: T.Type) {}; check(CLServiceSession.self) }
        _ = CLServiceSession.init(authorization:) as (CLServiceSession.AuthorizationRequirement) -> CLServiceSession
        _ = CLServiceSession.init(authorization:fullAccuracyPurposeKey:) as (CLServiceSession.AuthorizationRequirement, String) -> CLServiceSession
        _ = CLServiceSession.invalidate as (CLServiceSession) -> () -> Void
        _ = \CLServiceSession.diagnostics as KeyPath<CLServiceSession, CLServiceSession.Diagnostics>
        do { func check<T: AsyncSequence>(_: T.Type) {}; check(CLServiceSession.Diagnostics.self) }
        _ = \CLServiceSession.Diagnostic.authorizationDenied as KeyPath<CLServiceSession.Diagnostic, Bool>
        _ = \CLServiceSession.Diagnostic.authorizationDeniedGlobally as KeyPath<CLServiceSession.Diagnostic, Bool>
        _ = \CLServiceSession.Diagnostic.authorizationRestricted as KeyPath<CLServiceSession.Diagnostic, Bool>
        _ = \CLServiceSession.Diagnostic.insufficientlyInUse as KeyPath<CLServiceSession.Diagnostic, Bool>
        _ = \CLServiceSession.Diagnostic.serviceSessionRequired as KeyPath<CLServiceSession.Diagnostic, Bool>
        _ = \CLServiceSession.Diagnostic.fullAccuracyDenied as KeyPath<CLServiceSession.Diagnostic, Bool>
        _ = \CLServiceSession.Diagnostic.alwaysAuthorizationDenied as KeyPath<CLServiceSession.Diagnostic, Bool>
        _ = \CLServiceSession.Diagnostic.authorizationRequestInProgress as KeyPath<CLServiceSession.Diagnostic, Bool>
        same(CLServiceSession.AuthorizationRequirement.RawValue.self, Int.self)
        do { func check<T: AnyObject & Sendable>(_: T.Type) {}; check(CLBackgroundActivitySession.self) }
        _ = CLBackgroundActivitySession.init as () -> CLBackgroundActivitySession
        _ = CLBackgroundActivitySession.invalidate as (CLBackgroundActivitySession) -> () -> Void
        _ = \CLBackgroundActivitySession.diagnostics as KeyPath<CLBackgroundActivitySession, CLBackgroundActivitySession.Diagnostics>
        do { func check<T: CLLocationPushServiceExtension>(_: T) { func other<U: NSObjectProtocol>(_: U.Type) {}; other(T.self) } }
        do { func check<T: CLLocationPushServiceExtension & SendableMetatype>(_: T) { _ = T.didReceiveLocationPushPayload(_:) as (T) -> ([String: Any]) async -> Void } }
        do { func check<T: CLLocationPushServiceExtension & SendableMetatype>(_: T) { _ = T.serviceExtensionWillTerminate as (T) -> () -> Void } }
        do { func check<T: AnyObject>(_: T.Type) {}; check(CLGeocoder.self) }
        _ = CLGeocoder.init as () -> CLGeocoder
        _ = \CLGeocoder.isGeocoding as KeyPath<CLGeocoder, Bool>
        _ = CLGeocoder.reverseGeocodeLocation(_:completionHandler:) as (CLGeocoder) -> (CLLocation, @escaping CLGeocodeCompletionHandler) -> Void
        _ = CLGeocoder.reverseGeocodeLocation(_:preferredLocale:completionHandler:) as (CLGeocoder) -> (CLLocation, Locale?, @escaping CLGeocodeCompletionHandler) -> Void
        _ = CLGeocoder.geocodeAddressString(_:completionHandler:) as (CLGeocoder) -> (String, @escaping CLGeocodeCompletionHandler) -> Void
        _ = CLGeocoder.geocodeAddressString(_:in:completionHandler:) as (CLGeocoder) -> (String, CLRegion?, @escaping CLGeocodeCompletionHandler) -> Void
        _ = CLGeocoder.geocodeAddressString(_:in:preferredLocale:completionHandler:) as (CLGeocoder) -> (String, CLRegion?, Locale?, @escaping CLGeocodeCompletionHandler) -> Void
        _ = CLGeocoder.geocodeAddressString(_:inRegionCenteredAt:inRegionRadius:preferredLocale:completionHandler:) as (CLGeocoder) -> (String, CLLocation?, CLLocationDistance, Locale?, @escaping CLGeocodeCompletionHandler) -> Void
        _ = CLGeocoder.cancelGeocode as (CLGeocoder) -> () -> Void
        _ = CLGeocoder.reverseGeocodeLocation(_:) as (CLGeocoder) -> (CLLocation) async throws -> [CLPlacemark]
        _ = CLGeocoder.reverseGeocodeLocation(_:preferredLocale:) as (CLGeocoder) -> (CLLocation, Locale?) async throws -> [CLPlacemark]
        _ = CLGeocoder.geocodeAddressString(_:) as (CLGeocoder) -> (String) async throws -> [CLPlacemark]
        _ = CLGeocoder.geocodeAddressString(_:in:) as (CLGeocoder) -> (String, CLRegion?) async throws -> [CLPlacemark]
        _ = CLGeocoder.geocodeAddressString(_:in:preferredLocale:) as (CLGeocoder) -> (String, CLRegion?, Locale?) async throws -> [CLPlacemark]
        _ = CLGeocoder.geocodeAddressString(_:inRegionCenteredAt:inRegionRadius:preferredLocale:) as (CLGeocoder) -> (String, CLLocation?, CLLocationDistance, Locale?) async throws -> [CLPlacemark]
    }
}

private struct DeprecatedSymbols: Checking {
    @available(*, deprecated)
    func check() {
        _ = CLAuthorizationStatus.authorized as CLAuthorizationStatus
        _ = CLLocation.getDistanceFrom(_:) as (CLLocation) -> (CLLocation) -> CLLocationDistance
        _ = CLLocationManager.authorizationStatus as () -> CLAuthorizationStatus
        _ = CLLocationManager.regionMonitoringAvailable as () -> Bool
        _ = CLLocationManager.regionMonitoringEnabled as () -> Bool
        _ = CLLocationManager.deferredLocationUpdatesAvailable as () -> Bool
        _ = \CLLocationManager.purpose as ReferenceWritableKeyPath<CLLocationManager, String?>
        _ = \CLLocationManager.rangedRegions as KeyPath<CLLocationManager, Set<CLRegion>>
        _ = CLLocationManager.startMonitoring(for:desiredAccuracy:) as (CLLocationManager) -> (CLRegion, CLLocationAccuracy) -> Void
        _ = CLLocationManager.startRangingBeacons(in:) as (CLLocationManager) -> (CLBeaconRegion) -> Void
        _ = CLLocationManager.stopRangingBeacons(in:) as (CLLocationManager) -> (CLBeaconRegion) -> Void
        _ = CLLocationManager.allowDeferredLocationUpdates(untilTraveled:timeout:) as (CLLocationManager) -> (CLLocationDistance, TimeInterval) -> Void
        _ = CLLocationManager.disallowDeferredLocationUpdates as (CLLocationManager) -> () -> Void
        do { func check<T: CLLocationManagerDelegate & SendableMetatype>(_: T) { _ = T.locationManager(_:didChangeAuthorization:) as (T) -> (CLLocationManager, CLAuthorizationStatus) -> Void } }
        do { func check<T: CLLocationManagerDelegate & SendableMetatype>(_: T) { _ = T.locationManager(_:didRangeBeacons:in:) as (T) -> (CLLocationManager, [CLBeacon], CLBeaconRegion) -> Void } }
        do { func check<T: CLLocationManagerDelegate & SendableMetatype>(_: T) { _ = T.locationManager(_:rangingBeaconsDidFailFor:withError:) as (T) -> (CLLocationManager, CLBeaconRegion, any Error) -> Void } }
        do { func check<T: CLLocationManagerDelegate & SendableMetatype>(_: T) { _ = T.locationManager(_:didUpdateTo:from:) as (T) -> (CLLocationManager, CLLocation, CLLocation) -> Void } }
        _ = CLRegion.init(circularRegionWithCenter:radius:identifier:) as (CLLocationCoordinate2D, CLLocationDistance, String) -> CLRegion
        _ = \CLRegion.center as KeyPath<CLRegion, CLLocationCoordinate2D>
        _ = \CLRegion.radius as KeyPath<CLRegion, CLLocationDistance>
        _ = CLRegion.contains(_:) as (CLRegion) -> (CLLocationCoordinate2D) -> Bool
        _ = CLBeaconRegion.init(proximityUUID:identifier:) as (UUID, String) -> CLBeaconRegion
        _ = CLBeaconRegion.init(proximityUUID:major:identifier:) as (UUID, CLBeaconMajorValue, String) -> CLBeaconRegion
        _ = CLBeaconRegion.init(proximityUUID:major:minor:identifier:) as (UUID, CLBeaconMajorValue, CLBeaconMinorValue, String) -> CLBeaconRegion
        _ = \CLBeaconRegion.proximityUUID as KeyPath<CLBeaconRegion, UUID>
        _ = \CLBeacon.proximityUUID as KeyPath<CLBeacon, UUID>
        _ = \CLPlacemark.addressDictionary as KeyPath<CLPlacemark, [AnyHashable: Any]?>
        _ = \CLLocationUpdate.isStationary as KeyPath<CLLocationUpdate, Bool>
        _ = CLGeocoder.geocodeAddressDictionary(_:completionHandler:) as (CLGeocoder) -> ([AnyHashable: Any], @escaping CLGeocodeCompletionHandler) -> Void
    }
}
