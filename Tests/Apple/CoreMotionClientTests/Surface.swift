// Written by `make generate` from Documentation/CoreMotionSurface.txt; do not edit.
// swift-format-ignore-file
import CoreMotion
import Testing

@Suite("The surface of CoreMotion")
struct SurfaceTests {
    @Test func `155 symbols are there, with their types`() {
        Symbols().check()
        let deprecated: any Checking = DeprecatedSymbols()
        deprecated.check()
    }

    @Test
    @MainActor
    func `Raw values, constants and defaults are Apple's`() {
        #expect((CMErrorDomain as String) == "CMErrorDomain")
        #expect(CMErrorNULL.rawValue == 100)
        #expect(CMErrorDeviceRequiresMovement.rawValue == 101)
        #expect(CMErrorTrueNorthNotAvailable.rawValue == 102)
        #expect(CMErrorUnknown.rawValue == 103)
        #expect(CMErrorMotionActivityNotAvailable.rawValue == 104)
        #expect(CMErrorMotionActivityNotAuthorized.rawValue == 105)
        #expect(CMErrorMotionActivityNotEntitled.rawValue == 106)
        #expect(CMErrorInvalidParameter.rawValue == 107)
        #expect(CMErrorInvalidAction.rawValue == 108)
        #expect(CMErrorNotAvailable.rawValue == 109)
        #expect(CMErrorNotEntitled.rawValue == 110)
        #expect(CMErrorNotAuthorized.rawValue == 111)
        #expect(CMErrorNilData.rawValue == 112)
        #expect(CMErrorSize.rawValue == 113)
        #expect((CMAuthorizationStatus.notDetermined as CMAuthorizationStatus).rawValue == 0)
        #expect((CMAuthorizationStatus.restricted as CMAuthorizationStatus).rawValue == 1)
        #expect((CMAuthorizationStatus.denied as CMAuthorizationStatus).rawValue == 2)
        #expect((CMAuthorizationStatus.authorized as CMAuthorizationStatus).rawValue == 3)
        #expect((CMMotionActivityConfidence.low as CMMotionActivityConfidence).rawValue == 0)
        #expect((CMMotionActivityConfidence.medium as CMMotionActivityConfidence).rawValue == 1)
        #expect((CMMotionActivityConfidence.high as CMMotionActivityConfidence).rawValue == 2)
        #expect(CMMotionActivity().unknown)
        #expect(CMMotionActivity().confidence == .low)
        #expect((CMPedometerEventType.pause as CMPedometerEventType).rawValue == 0)
        #expect((CMPedometerEventType.resume as CMPedometerEventType).rawValue == 1)
        #expect(!CMPedometer.isStepCountingAvailable())
        #expect(!CMPedometer.isFloorCountingAvailable())
        #expect(!CMPedometer.isCadenceAvailable())
        #expect(!CMMotionManager().isAccelerometerAvailable)
        #expect(!CMMotionManager().isGyroAvailable)
        #expect(!CMMotionManager().isMagnetometerAvailable)
        #expect(!CMMotionManager().isDeviceMotionAvailable)
    }
}

private protocol Checking { func check() }

private func same<T, U>(_ one: T.Type, _ other: U.Type) { #expect(one == other) }

private struct Symbols: Checking {
    func check() {
        do { func check<T: RawRepresentable & Hashable & Sendable>(_: T.Type) {}; check(CMError.self) }
        same(CMError.RawValue.self, UInt32.self)
        _ = CMError.init(_:) as (UInt32) -> CMError
        _ = CMError.init(rawValue:) as (UInt32) -> CMError
        _ = CMErrorNULL as CMError
        _ = CMErrorDeviceRequiresMovement as CMError
        _ = CMErrorTrueNorthNotAvailable as CMError
        _ = CMErrorUnknown as CMError
        _ = CMErrorMotionActivityNotAvailable as CMError
        _ = CMErrorMotionActivityNotAuthorized as CMError
        _ = CMErrorMotionActivityNotEntitled as CMError
        _ = CMErrorInvalidParameter as CMError
        _ = CMErrorInvalidAction as CMError
        _ = CMErrorNotAvailable as CMError
        _ = CMErrorNotEntitled as CMError
        _ = CMErrorNotAuthorized as CMError
        _ = CMErrorNilData as CMError
        _ = CMErrorSize as CMError
        do { func check<T: Sendable>(_: T.Type) {}; check(CMAuthorizationStatus.self) }
        same(CMAuthorizationStatus.RawValue.self, Int.self)
        do { func check<T: NSObject & NSSecureCoding & NSCopying>(_: T.Type) {}; check(CMLogItem.self) }
        _ = \CMLogItem.timestamp as KeyPath<CMLogItem, TimeInterval>
        do { func check<T: Sendable>(_: T.Type) {}; check(CMMotionActivityConfidence.self) }
        same(CMMotionActivityConfidence.RawValue.self, Int.self)
        do { func check<T: CMLogItem>(_: T.Type) {}; check(CMMotionActivity.self) }
        _ = \CMMotionActivity.confidence as KeyPath<CMMotionActivity, CMMotionActivityConfidence>
        _ = \CMMotionActivity.startDate as KeyPath<CMMotionActivity, Date>
        _ = \CMMotionActivity.unknown as KeyPath<CMMotionActivity, Bool>
        _ = \CMMotionActivity.stationary as KeyPath<CMMotionActivity, Bool>
        _ = \CMMotionActivity.walking as KeyPath<CMMotionActivity, Bool>
        _ = \CMMotionActivity.running as KeyPath<CMMotionActivity, Bool>
        _ = \CMMotionActivity.automotive as KeyPath<CMMotionActivity, Bool>
        _ = \CMMotionActivity.cycling as KeyPath<CMMotionActivity, Bool>
        same(CMMotionActivityHandler.self, ((CMMotionActivity?) -> Void).self)
        same(CMMotionActivityQueryHandler.self, (([CMMotionActivity]?, (any Error)?) -> Void).self)
        do { func check<T: NSObject>(_: T.Type) {}; check(CMMotionActivityManager.self) }
        _ = CMMotionActivityManager.init as () -> CMMotionActivityManager
        _ = CMMotionActivityManager.isActivityAvailable as () -> Bool
        _ = CMMotionActivityManager.authorizationStatus as () -> CMAuthorizationStatus
        _ = CMMotionActivityManager.startActivityUpdates(to:withHandler:) as (CMMotionActivityManager) -> (OperationQueue, @escaping CMMotionActivityHandler) -> Void
        _ = CMMotionActivityManager.stopActivityUpdates as (CMMotionActivityManager) -> () -> Void
        _ = CMMotionActivityManager.queryActivityStarting(from:to:to:withHandler:) as (CMMotionActivityManager) -> (Date, Date, OperationQueue, @escaping CMMotionActivityQueryHandler) -> Void
        _ = CMMotionActivityManager.queryActivityStarting(from:to:to:) as (CMMotionActivityManager) -> (Date, Date, OperationQueue) async throws -> [CMMotionActivity]
        do { func check<T: NSObject & NSSecureCoding & NSCopying>(_: T.Type) {}; check(CMPedometerData.self) }
        _ = \CMPedometerData.startDate as KeyPath<CMPedometerData, Date>
        _ = \CMPedometerData.endDate as KeyPath<CMPedometerData, Date>
        _ = \CMPedometerData.numberOfSteps as KeyPath<CMPedometerData, NSNumber>
        _ = \CMPedometerData.distance as KeyPath<CMPedometerData, NSNumber?>
        _ = \CMPedometerData.floorsAscended as KeyPath<CMPedometerData, NSNumber?>
        _ = \CMPedometerData.floorsDescended as KeyPath<CMPedometerData, NSNumber?>
        _ = \CMPedometerData.currentPace as KeyPath<CMPedometerData, NSNumber?>
        _ = \CMPedometerData.currentCadence as KeyPath<CMPedometerData, NSNumber?>
        _ = \CMPedometerData.averageActivePace as KeyPath<CMPedometerData, NSNumber?>
        do { func check<T: Sendable>(_: T.Type) {}; check(CMPedometerEventType.self) }
        same(CMPedometerEventType.RawValue.self, Int.self)
        do { func check<T: NSObject & NSSecureCoding & NSCopying>(_: T.Type) {}; check(CMPedometerEvent.self) }
        _ = \CMPedometerEvent.date as KeyPath<CMPedometerEvent, Date>
        _ = \CMPedometerEvent.type as KeyPath<CMPedometerEvent, CMPedometerEventType>
        same(CMPedometerHandler.self, ((CMPedometerData?, (any Error)?) -> Void).self)
        same(CMPedometerEventHandler.self, ((CMPedometerEvent?, (any Error)?) -> Void).self)
        do { func check<T: NSObject>(_: T.Type) {}; check(CMPedometer.self) }
        _ = CMPedometer.init as () -> CMPedometer
        _ = CMPedometer.isStepCountingAvailable as () -> Bool
        _ = CMPedometer.isDistanceAvailable as () -> Bool
        _ = CMPedometer.isFloorCountingAvailable as () -> Bool
        _ = CMPedometer.isPaceAvailable as () -> Bool
        _ = CMPedometer.isCadenceAvailable as () -> Bool
        _ = CMPedometer.isPedometerEventTrackingAvailable as () -> Bool
        _ = CMPedometer.authorizationStatus as () -> CMAuthorizationStatus
        _ = CMPedometer.queryPedometerData(from:to:withHandler:) as (CMPedometer) -> (Date, Date, @escaping CMPedometerHandler) -> Void
        _ = CMPedometer.queryPedometerData(from:to:) as (CMPedometer) -> (Date, Date) async throws -> CMPedometerData
        _ = CMPedometer.startUpdates(from:withHandler:) as (CMPedometer) -> (Date, @escaping CMPedometerHandler) -> Void
        _ = CMPedometer.stopUpdates as (CMPedometer) -> () -> Void
        _ = CMPedometer.startEventUpdates(handler:) as (CMPedometer) -> (@escaping CMPedometerEventHandler) -> Void
        _ = CMPedometer.stopEventUpdates as (CMPedometer) -> () -> Void
        do { func check<T: CMLogItem>(_: T.Type) {}; check(CMAltitudeData.self) }
        _ = \CMAltitudeData.relativeAltitude as KeyPath<CMAltitudeData, NSNumber>
        _ = \CMAltitudeData.pressure as KeyPath<CMAltitudeData, NSNumber>
        do { func check<T: CMLogItem>(_: T.Type) {}; check(CMAbsoluteAltitudeData.self) }
        _ = \CMAbsoluteAltitudeData.altitude as KeyPath<CMAbsoluteAltitudeData, Double>
        _ = \CMAbsoluteAltitudeData.accuracy as KeyPath<CMAbsoluteAltitudeData, Double>
        _ = \CMAbsoluteAltitudeData.precision as KeyPath<CMAbsoluteAltitudeData, Double>
        same(CMAltitudeHandler.self, ((CMAltitudeData?, (any Error)?) -> Void).self)
        same(CMAbsoluteAltitudeHandler.self, ((CMAbsoluteAltitudeData?, (any Error)?) -> Void).self)
        do { func check<T: NSObject>(_: T.Type) {}; check(CMAltimeter.self) }
        _ = CMAltimeter.init as () -> CMAltimeter
        _ = CMAltimeter.isRelativeAltitudeAvailable as () -> Bool
        _ = CMAltimeter.isAbsoluteAltitudeAvailable as () -> Bool
        _ = CMAltimeter.authorizationStatus as () -> CMAuthorizationStatus
        _ = CMAltimeter.startRelativeAltitudeUpdates(to:withHandler:) as (CMAltimeter) -> (OperationQueue, @escaping CMAltitudeHandler) -> Void
        _ = CMAltimeter.stopRelativeAltitudeUpdates as (CMAltimeter) -> () -> Void
        _ = CMAltimeter.startAbsoluteAltitudeUpdates(to:withHandler:) as (CMAltimeter) -> (OperationQueue, @escaping CMAbsoluteAltitudeHandler) -> Void
        _ = CMAltimeter.stopAbsoluteAltitudeUpdates as (CMAltimeter) -> () -> Void
        same(CMAccelerometerHandler.self, ((CMAccelerometerData?, (any Error)?) -> Void).self)
        same(CMGyroHandler.self, ((CMGyroData?, (any Error)?) -> Void).self)
        same(CMMagnetometerHandler.self, ((CMMagnetometerData?, (any Error)?) -> Void).self)
        same(CMDeviceMotionHandler.self, ((CMDeviceMotion?, (any Error)?) -> Void).self)
        do { func check<T: NSObject>(_: T.Type) {}; check(CMMotionManager.self) }
        _ = CMMotionManager.init as () -> CMMotionManager
        _ = \CMMotionManager.accelerometerUpdateInterval as ReferenceWritableKeyPath<CMMotionManager, TimeInterval>
        _ = \CMMotionManager.isAccelerometerAvailable as KeyPath<CMMotionManager, Bool>
        _ = \CMMotionManager.isAccelerometerActive as KeyPath<CMMotionManager, Bool>
        _ = \CMMotionManager.accelerometerData as KeyPath<CMMotionManager, CMAccelerometerData?>
        _ = CMMotionManager.startAccelerometerUpdates(to:withHandler:) as (CMMotionManager) -> (OperationQueue, @escaping CMAccelerometerHandler) -> Void
        _ = CMMotionManager.stopAccelerometerUpdates as (CMMotionManager) -> () -> Void
        _ = \CMMotionManager.gyroUpdateInterval as ReferenceWritableKeyPath<CMMotionManager, TimeInterval>
        _ = \CMMotionManager.isGyroAvailable as KeyPath<CMMotionManager, Bool>
        _ = \CMMotionManager.isGyroActive as KeyPath<CMMotionManager, Bool>
        _ = \CMMotionManager.gyroData as KeyPath<CMMotionManager, CMGyroData?>
        _ = CMMotionManager.startGyroUpdates(to:withHandler:) as (CMMotionManager) -> (OperationQueue, @escaping CMGyroHandler) -> Void
        _ = CMMotionManager.stopGyroUpdates as (CMMotionManager) -> () -> Void
        _ = \CMMotionManager.magnetometerUpdateInterval as ReferenceWritableKeyPath<CMMotionManager, TimeInterval>
        _ = \CMMotionManager.isMagnetometerAvailable as KeyPath<CMMotionManager, Bool>
        _ = \CMMotionManager.isMagnetometerActive as KeyPath<CMMotionManager, Bool>
        _ = \CMMotionManager.magnetometerData as KeyPath<CMMotionManager, CMMagnetometerData?>
        _ = CMMotionManager.startMagnetometerUpdates(to:withHandler:) as (CMMotionManager) -> (OperationQueue, @escaping CMMagnetometerHandler) -> Void
        _ = CMMotionManager.stopMagnetometerUpdates as (CMMotionManager) -> () -> Void
        _ = \CMMotionManager.deviceMotionUpdateInterval as ReferenceWritableKeyPath<CMMotionManager, TimeInterval>
        _ = \CMMotionManager.isDeviceMotionAvailable as KeyPath<CMMotionManager, Bool>
        _ = \CMMotionManager.isDeviceMotionActive as KeyPath<CMMotionManager, Bool>
        _ = \CMMotionManager.deviceMotion as KeyPath<CMMotionManager, CMDeviceMotion?>
        _ = CMMotionManager.startDeviceMotionUpdates(to:withHandler:) as (CMMotionManager) -> (OperationQueue, @escaping CMDeviceMotionHandler) -> Void
        _ = CMMotionManager.stopDeviceMotionUpdates as (CMMotionManager) -> () -> Void
        _ = \CMMotionManager.showsDeviceMovementDisplay as ReferenceWritableKeyPath<CMMotionManager, Bool>
        _ = \CMMotionManager.attitudeReferenceFrame as KeyPath<CMMotionManager, CMAttitudeReferenceFrame>
        _ = CMMotionManager.availableAttitudeReferenceFrames as () -> CMAttitudeReferenceFrame
        _ = CMMotionManager.startDeviceMotionUpdates(using:) as (CMMotionManager) -> (CMAttitudeReferenceFrame) -> Void
        _ = CMMotionManager.startDeviceMotionUpdates(using:to:withHandler:) as (CMMotionManager) -> (CMAttitudeReferenceFrame, OperationQueue, @escaping CMDeviceMotionHandler) -> Void
        do { func check<T: OptionSet & Sendable>(_: T.Type) {}; check(CMAttitudeReferenceFrame.self) }
        _ = CMAcceleration.init as () -> CMAcceleration
        _ = CMAcceleration.init(x:y:z:) as (Double, Double, Double) -> CMAcceleration
        _ = CMRotationRate.init(x:y:z:) as (Double, Double, Double) -> CMRotationRate
        _ = CMMagneticField.init(x:y:z:) as (Double, Double, Double) -> CMMagneticField
        do { func check<T: CMLogItem>(_: T.Type) {}; check(CMAccelerometerData.self) }
        _ = \CMAccelerometerData.acceleration as KeyPath<CMAccelerometerData, CMAcceleration>
        do { func check<T: CMLogItem>(_: T.Type) {}; check(CMGyroData.self) }
        _ = \CMGyroData.rotationRate as KeyPath<CMGyroData, CMRotationRate>
        do { func check<T: CMLogItem>(_: T.Type) {}; check(CMMagnetometerData.self) }
        _ = \CMMagnetometerData.magneticField as KeyPath<CMMagnetometerData, CMMagneticField>
        do { func check<T: NSObject>(_: T.Type) {}; check(CMAttitude.self) }
        _ = \CMAttitude.roll as KeyPath<CMAttitude, Double>
        _ = \CMAttitude.pitch as KeyPath<CMAttitude, Double>
        _ = \CMAttitude.yaw as KeyPath<CMAttitude, Double>
        do { func check<T: CMLogItem>(_: T.Type) {}; check(CMDeviceMotion.self) }
        _ = \CMDeviceMotion.attitude as KeyPath<CMDeviceMotion, CMAttitude>
        _ = \CMDeviceMotion.rotationRate as KeyPath<CMDeviceMotion, CMRotationRate>
        _ = \CMDeviceMotion.gravity as KeyPath<CMDeviceMotion, CMAcceleration>
        _ = \CMDeviceMotion.userAcceleration as KeyPath<CMDeviceMotion, CMAcceleration>
        _ = \CMDeviceMotion.heading as KeyPath<CMDeviceMotion, Double>
    }
}

private struct DeprecatedSymbols: Checking {
    @available(*, deprecated)
    func check() {

    }
}
