/// Receives a value of a motion sensor, or why there is none.
public typealias CMAccelerometerHandler = (CMAccelerometerData?, (any Error)?) -> Void
/// Receives a value of a motion sensor, or why there is none.
public typealias CMGyroHandler = (CMGyroData?, (any Error)?) -> Void
/// Receives a value of a motion sensor, or why there is none.
public typealias CMMagnetometerHandler = (CMMagnetometerData?, (any Error)?) -> Void
/// Receives a value of a motion sensor, or why there is none.
public typealias CMDeviceMotionHandler = (CMDeviceMotion?, (any Error)?) -> Void

/// The motion sensors of a phone: none is available here. It says so, and its handlers receive
/// ``CMErrorNotAvailable``, once; so a program that checks goes on without them.
@_weakLinked open class CMMotionManager: NSObject {
    /// Seconds; no effect.
    open var accelerometerUpdateInterval: TimeInterval = 0
    /// Seconds; no effect.
    open var gyroUpdateInterval: TimeInterval = 0
    /// Seconds; no effect.
    open var magnetometerUpdateInterval: TimeInterval = 0
    /// Seconds; no effect.
    open var deviceMotionUpdateInterval: TimeInterval = 0
    /// No effect.
    open var showsDeviceMovementDisplay = false

    /// Never.
    open var isAccelerometerAvailable: Bool { false }
    /// Never.
    open var isAccelerometerActive: Bool { false }
    /// None.
    open var accelerometerData: CMAccelerometerData? { nil }
    /// Never.
    open var isGyroAvailable: Bool { false }
    /// Never.
    open var isGyroActive: Bool { false }
    /// None.
    open var gyroData: CMGyroData? { nil }
    /// Never.
    open var isMagnetometerAvailable: Bool { false }
    /// Never.
    open var isMagnetometerActive: Bool { false }
    /// None.
    open var magnetometerData: CMMagnetometerData? { nil }
    /// Never.
    open var isDeviceMotionAvailable: Bool { false }
    /// Never.
    open var isDeviceMotionActive: Bool { false }
    /// None.
    open var deviceMotion: CMDeviceMotion? { nil }
    /// None.
    open class func availableAttitudeReferenceFrames() -> CMAttitudeReferenceFrame { [] }
    /// None.
    open var attitudeReferenceFrame: CMAttitudeReferenceFrame { [] }

    /// No effect.
    open func startAccelerometerUpdates() {}
    /// Fails.
    open func startAccelerometerUpdates(to queue: OperationQueue, withHandler handler: @escaping CMAccelerometerHandler)
    {
        Handler(call: handler).deliver(nil, CMErrorNotAvailable.error(), on: queue)
    }
    /// No effect.
    open func stopAccelerometerUpdates() {}
    /// No effect.
    open func startGyroUpdates() {}
    /// Fails.
    open func startGyroUpdates(to queue: OperationQueue, withHandler handler: @escaping CMGyroHandler) {
        Handler(call: handler).deliver(nil, CMErrorNotAvailable.error(), on: queue)
    }
    /// No effect.
    open func stopGyroUpdates() {}
    /// No effect.
    open func startMagnetometerUpdates() {}
    /// Fails.
    open func startMagnetometerUpdates(to queue: OperationQueue, withHandler handler: @escaping CMMagnetometerHandler) {
        Handler(call: handler).deliver(nil, CMErrorNotAvailable.error(), on: queue)
    }
    /// No effect.
    open func stopMagnetometerUpdates() {}
    /// No effect.
    open func startDeviceMotionUpdates() {}
    /// No effect.
    open func startDeviceMotionUpdates(using frame: CMAttitudeReferenceFrame) {}
    /// Fails.
    open func startDeviceMotionUpdates(to queue: OperationQueue, withHandler handler: @escaping CMDeviceMotionHandler) {
        Handler(call: handler).deliver(nil, CMErrorNotAvailable.error(), on: queue)
    }
    /// Fails.
    open func startDeviceMotionUpdates(
        using frame: CMAttitudeReferenceFrame, to queue: OperationQueue,
        withHandler handler: @escaping CMDeviceMotionHandler
    ) {
        startDeviceMotionUpdates(to: queue, withHandler: handler)
    }
    /// No effect.
    open func stopDeviceMotionUpdates() {}
}

/// Three figures along the axes of a device.
public struct CMAcceleration: Sendable {
    /// Along an axis, in g.
    public var x = 0.0, y = 0.0, z = 0.0
    /// Zero.
    public init() {}
    /// Three figures.
    public init(x: Double, y: Double, z: Double) { (self.x, self.y, self.z) = (x, y, z) }
}

/// Three figures about the axes of a device.
public struct CMRotationRate: Sendable {
    /// About an axis, in radians a second.
    public var x = 0.0, y = 0.0, z = 0.0
    /// Zero.
    public init() {}
    /// Three figures.
    public init(x: Double, y: Double, z: Double) { (self.x, self.y, self.z) = (x, y, z) }
}

/// Three figures along the axes of a device.
public struct CMMagneticField: Sendable {
    /// Along an axis, in microtesla.
    public var x = 0.0, y = 0.0, z = 0.0
    /// Zero.
    public init() {}
    /// Three figures.
    public init(x: Double, y: Double, z: Double) { (self.x, self.y, self.z) = (x, y, z) }
}

/// What an attitude is relative to.
public struct CMAttitudeReferenceFrame: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// A frame of bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Z is vertical.
    public static let xArbitraryZVertical = CMAttitudeReferenceFrame(rawValue: 1)
    /// The same, corrected by the magnetometer.
    public static let xArbitraryCorrectedZVertical = CMAttitudeReferenceFrame(rawValue: 2)
    /// X points to magnetic north.
    public static let xMagneticNorthZVertical = CMAttitudeReferenceFrame(rawValue: 4)
    /// X points to true north.
    public static let xTrueNorthZVertical = CMAttitudeReferenceFrame(rawValue: 8)
}

/// An acceleration; none is measured here.
@_weakLinked open class CMAccelerometerData: CMLogItem, @unchecked Sendable {
    // Unchecked, because clients may subclass it: its values do not change.

    /// The acceleration.
    open var acceleration: CMAcceleration { CMAcceleration() }
}

/// A rotation; none is measured here.
@_weakLinked open class CMGyroData: CMLogItem, @unchecked Sendable {
    // Unchecked, because clients may subclass it: its values do not change.

    /// The rotation.
    open var rotationRate: CMRotationRate { CMRotationRate() }
}

/// A magnetic field; none is measured here.
@_weakLinked open class CMMagnetometerData: CMLogItem, @unchecked Sendable {
    // Unchecked, because clients may subclass it: its values do not change.

    /// The field.
    open var magneticField: CMMagneticField { CMMagneticField() }
}

/// An orientation in space; none is measured here.
@_weakLinked open class CMAttitude: CMLogItem, @unchecked Sendable {
    // Unchecked, because clients may subclass it: its values do not change.

    /// Radians.
    open var roll: Double { 0 }
    /// Radians.
    open var pitch: Double { 0 }
    /// Radians.
    open var yaw: Double { 0 }
}

/// What the sensors say together; none is measured here.
@_weakLinked open class CMDeviceMotion: CMLogItem, @unchecked Sendable {
    // Unchecked, because clients may subclass it: its values do not change.

    /// The orientation.
    open var attitude: CMAttitude { CMAttitude() }
    /// The rotation.
    open var rotationRate: CMRotationRate { CMRotationRate() }
    /// The direction of gravity.
    open var gravity: CMAcceleration { CMAcceleration() }
    /// What the person adds to gravity.
    open var userAcceleration: CMAcceleration { CMAcceleration() }
    /// Degrees; negative: unknown.
    open var heading: Double { -1 }
}
