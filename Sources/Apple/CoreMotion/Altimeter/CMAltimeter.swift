import CoreLocation
import LocationModel
import LocdProtocol
import Synchronization

/// Receives a change of altitude, or why it is not available.
public typealias CMAltitudeHandler = (CMAltitudeData?, (any Error)?) -> Void
/// Receives an altitude, or why it is not available.
public typealias CMAbsoluteAltitudeHandler = (CMAbsoluteAltitudeData?, (any Error)?) -> Void

/// Altitudes: changes from a barometer, if the machine has one, and absolute ones from the receiver.
@_weakLinked open class CMAltimeter: NSObject {
    /// Seconds between two measurements of the barometer.
    private static let interval = 1.0

    private let daemon = CurrentDaemon.current
    private let updates = MotionUpdates()
    /// Dispatch lets any thread use a source.
    private let relative = Mutex<Transferred<any DispatchSourceTimer>?>(nil)

    /// An altimeter; nothing runs yet.
    public override init() {
        super.init()
    }

    deinit {
        stopRelativeAltitudeUpdates()
    }

    /// Whether the kernel offers a barometer.
    open class func isRelativeAltitudeAvailable() -> Bool { Barometer.first != nil }
    /// Whether the daemon ever answered this program.
    open class func isAbsoluteAltitudeAvailable() -> Bool { CurrentDaemon.current.isDaemonKnown }
    /// Whether this program may have absolute altitudes: with the authorization for exact locations. Relative ones need
    /// none.
    open class func authorizationStatus() -> CMAuthorizationStatus { CurrentDaemon.current.motionAuthorization }

    /// Delivers the change of altitude since now, each second.
    open func startRelativeAltitudeUpdates(to queue: OperationQueue, withHandler handler: @escaping CMAltitudeHandler) {
        stopRelativeAltitudeUpdates()
        let handler = Handler<CMAltitudeData>(call: handler)
        guard let barometer = Barometer.first else {
            return handler.deliver(nil, CMErrorNotAvailable.error(), on: queue)
        }
        let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "CoreMotion.barometer"))
        let reference = Reference()
        timer.setEventHandler {
            // A measurement that failed once is followed by the next.
            guard let pressure = barometer.pressure else { return }
            let data = CMAltitudeData(
                relativeAltitude: Barometer.altitude(from: reference.pressure(first: pressure), to: pressure),
                pressure: pressure,
                at: Date())
            handler.deliver(data, on: queue)
        }
        timer.schedule(deadline: .now(), repeating: Self.interval, leeway: .milliseconds(100))
        let running = Transferred<any DispatchSourceTimer>(timer)
        relative.withLock { $0 = running }
        timer.activate()
    }

    /// Ends these updates.
    open func stopRelativeAltitudeUpdates() {
        relative.withLock { running in
            running?.value.cancel()
            running = nil
        }
    }

    /// Delivers each altitude of the receiver.
    open func startAbsoluteAltitudeUpdates(
        to queue: OperationQueue, withHandler handler: @escaping CMAbsoluteAltitudeHandler
    ) {
        let handler = Handler<CMAbsoluteAltitudeData>(call: handler)
        var settings = SessionSettings()
        settings.pausesLocationUpdatesAutomatically = false
        updates.start([.updatingLocation], settings, of: daemon) { [queue] update in
            switch update {
            case .events(let events):
                for case .location(let location) in events {
                    guard let data = CMAbsoluteAltitudeData(location) else { continue }
                    handler.deliver(data, on: queue)
                }
            case .notAuthorized: handler.deliver(nil, CMErrorNotAuthorized.error(), on: queue)
            }
        }
    }

    /// Ends these updates.
    open func stopAbsoluteAltitudeUpdates() {
        updates.stop()
    }
}

/// The pressure that altitudes are relative to.
private final class Reference: Sendable {
    private let stored = Mutex<Double?>(nil)

    /// The first pressure that it was asked with.
    func pressure(first pressure: Double) -> Double {
        stored.withLock { stored in
            let reference = stored ?? pressure
            stored = reference
            return reference
        }
    }
}

/// A pressure sensor that the kernel offers through its Industrial I/O subsystem.
///
/// Its files are text, and every local user may read them: <https://docs.kernel.org/ABI/testing/sysfs-bus-iio>.
struct Barometer: Sendable {
    /// Where the kernel lists the sensors. Tests put a tree of their own in its place.
    @TaskLocal static var devices = "/sys/bus/iio/devices"

    /// Kilopascals that the air can have, from the top of the highest mountain's sky to the deepest mine, and then
    /// some.
    private static let possible = 1.0...200.0
    /// Bytes of a file that are read: a number has fewer.
    private static let longestNumber = 64

    /// The folder of the sensor.
    let directory: String

    /// The first one that measures; `nil` without one.
    static var first: Barometer? {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: devices)) ?? []
        return names.filter { $0.hasPrefix("iio:device") }
            .sorted { $0.localizedStandardCompare($1) == .orderedAscending }
            .map { Barometer(directory: "\(devices)/\($0)") }
            .first { $0.pressure != nil }
    }

    /// Kilopascals now; `nil` if it does not measure. Some sensors take a tenth of a second.
    var pressure: Double? {
        let measured =
            number("in_pressure_input")
            ?? number("in_pressure_raw").flatMap { raw in
                number("in_pressure_scale").map { (raw + (number("in_pressure_offset") ?? 0)) * $0 }
            }
        return measured.flatMap { Self.possible.contains($0) ? $0 : nil }
    }

    /// Metres from where the air has one pressure up to where it has another, in the international standard atmosphere.
    static func altitude(from reference: Double, to pressure: Double) -> Double {
        func height(_ pressure: Double) -> Double { 44_330.77 * (1 - pow(pressure / 101.325, 0.190263)) }
        return height(pressure) - height(reference)
    }

    private func number(_ name: String) -> Double? {
        guard let file = FileHandle(forReadingAtPath: "\(directory)/\(name)"),
            let bytes = try? file.read(upToCount: Self.longestNumber)
        else { return nil }
        let number = Double(String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
        return number.flatMap { $0.isFinite ? $0 : nil }
    }
}

/// A change of altitude, from the pressure of the air.
@_weakLinked open class CMAltitudeData: CMLogItem, @unchecked Sendable {
    // Unchecked, because clients may subclass it: its values do not change.

    private let values: (relativeAltitude: Double, pressure: Double)

    /// Metres above the first measurement since the updates were started.
    open var relativeAltitude: NSNumber { NSNumber(value: values.relativeAltitude) }
    /// Kilopascals.
    open var pressure: NSNumber { NSNumber(value: values.pressure) }

    init(relativeAltitude: Double, pressure: Double, at date: Date) {
        values = (relativeAltitude, pressure)
        super.init(date: date)
    }

    /// Reads an archive.
    public required init?(coder: NSCoder) {
        values = (coder.decodeDouble(forKey: "relativeAltitude"), coder.decodeDouble(forKey: "pressure"))
        super.init(coder: coder)
    }

    /// Writes an archive.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(values.relativeAltitude, forKey: "relativeAltitude")
        coder.encode(values.pressure, forKey: "pressure")
    }
}
