import CoreMotion
import Testing

/// Code as Apple's documentation and programs have it, compiled as another package's: a view model on the main actor.
@MainActor
private final class ActivityViewModel {
    private let activityManager = CMMotionActivityManager()
    private let pedometer = CMPedometer()
    private let altimeter = CMAltimeter()
    private(set) var activityType = ""
    private(set) var metres = 0.0
    private(set) var height: Double?

    func startTrackingActivityType() {
        guard CMMotionActivityManager.isActivityAvailable() else { return }
        activityManager.startActivityUpdates(to: OperationQueue.main) { [weak self] (activity: CMMotionActivity?) in
            guard let activity else { return }
            DispatchQueue.main.async {
                if activity.walking {
                    self?.activityType = "Walking"
                } else if activity.stationary {
                    self?.activityType = "Stationary"
                } else if activity.running {
                    self?.activityType = "Running"
                } else if activity.automotive {
                    self?.activityType = "Automotive"
                }
            }
        }
    }

    func startCountingSteps() {
        pedometer.startUpdates(from: Date()) { [weak self] pedometerData, error in
            guard let pedometerData, error == nil else { return }
            let metres = pedometerData.distance?.doubleValue ?? 0
            DispatchQueue.main.async { self?.metres = metres + pedometerData.numberOfSteps.doubleValue }
        }
    }

    func climb() {
        guard CMAltimeter.isRelativeAltitudeAvailable() else { return }
        altimeter.startRelativeAltitudeUpdates(to: .main) { [weak self] data, _ in
            guard let relative = data?.relativeAltitude else { return }
            MainActor.assumeIsolated { self?.height = relative.doubleValue }
        }
    }

    func yesterday() async -> Double? {
        let calendar = Calendar.current
        let end = calendar.startOfDay(for: Date())
        guard let start = calendar.date(byAdding: .day, value: -1, to: end) else { return nil }
        return try? await pedometer.queryPedometerData(from: start, to: end).distance?.doubleValue
    }

    func stop() {
        activityManager.stopActivityUpdates()
        pedometer.stopUpdates()
        altimeter.stopRelativeAltitudeUpdates()
    }
}

/// A program's own test double.
private final class FakeActivity: CMMotionActivity, @unchecked Sendable {
    override var walking: Bool { true }
}

private final class FakePedometer: CMPedometer {
    override class func isStepCountingAvailable() -> Bool { true }
    override func queryPedometerData(
        from start: Date, to end: Date, withHandler handler: @escaping CMPedometerHandler
    ) {
        handler(nil, NSError(domain: CMErrorDomain, code: Int(CMErrorUnknown.rawValue)))
    }
}

@Suite("Programs of Core Motion", .timeLimit(.minutes(15)))
struct CoreMotionProgramTests {
    @Test
    @MainActor
    func `A view model runs without a daemon, as on a device without the sensors`() async {
        let model = ActivityViewModel()
        model.startTrackingActivityType()
        model.startCountingSteps()
        model.climb()
        #expect(await model.yesterday() == nil)
        #expect(model.activityType.isEmpty && model.metres == 0)
        model.stop()
    }

    @Test func `What a program overrides is its own`() {
        #expect(FakeActivity().walking && FakePedometer.isStepCountingAvailable())
        FakePedometer().queryPedometerData(from: Date(), to: Date()) { data, error in
            #expect(data == nil && (error as NSError?)?.code == 103)
            switch CMError(rawValue: UInt32((error as NSError?)?.code ?? 0)) {
            case CMErrorUnknown: break
            default: Issue.record("no code of Core Motion's")
            }
        }
    }
}
