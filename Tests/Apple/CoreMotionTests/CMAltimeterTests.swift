import CoreLocation
import LocationModel
import LocdProtocol
import LocdTestSupport
import Testing

@testable import CoreMotion

@Suite("CMAltimeter", .timeLimit(.minutes(15)))
struct CMAltimeterTests {
    private let daemon = ScriptedMotionDaemon()
    private let queue = OperationQueue.forHandlers

    /// A tree as the kernel's, with the files of its sensors.
    private func withSensors<T>(
        _ sensors: [[String: String]], _ body: (_ directory: String) async throws -> T
    ) async throws -> T {
        try await TemporaryDirectory.with { directory in
            for (number, files) in sensors.enumerated() {
                let sensor = "\(directory)/iio:device\(number)"
                try FileManager.default.createDirectory(atPath: sensor, withIntermediateDirectories: true)
                for (name, text) in files {
                    try text.write(toFile: "\(sensor)/\(name)", atomically: true, encoding: .utf8)
                }
            }
            return try await Barometer.$devices.withValue(directory) { try await body(directory) }
        }
    }

    @Test func `A machine without a barometer says so`() async throws {
        try await withSensors([["in_temp_input": "21000\n"]]) { _ in
            #expect(!CMAltimeter.isRelativeAltitudeAvailable())
            let altimeter = daemon.make { CMAltimeter() }
            let calls = Calls<Int>()
            altimeter.startRelativeAltitudeUpdates(to: queue) { calls.note(($1 as NSError?)?.code ?? 0) }
            #expect(await calls.next() == Int(CMErrorNotAvailable.rawValue))
        }
        Barometer.$devices.withValue("/nonexistent") { #expect(!CMAltimeter.isRelativeAltitudeAvailable()) }
    }

    @Test
    func `The first barometer that measures tells kilopascals, and metres from the first measurement`() async throws {
        let sensors = [["in_accel_x_raw": "1"], ["in_pressure_input": "broken"], ["in_pressure_input": "100.0\n"]]
        try await withSensors(sensors) { directory in
            #expect(CMAltimeter.isRelativeAltitudeAvailable())
            let altimeter = daemon.make { CMAltimeter() }
            let calls = Calls<[Double]>()
            altimeter.startRelativeAltitudeUpdates(to: queue) { data, _ in
                if let data { calls.note([data.relativeAltitude.doubleValue, data.pressure.doubleValue]) }
            }
            #expect(await calls.next() == [0, 100])
            // 12 Pa are a metre.
            try "99.88".write(toFile: "\(directory)/iio:device2/in_pressure_input", atomically: true, encoding: .utf8)
            var risen: [Double]?
            // Measurements of before may still wait.
            for _ in 0..<1000 where risen?.last != 99.88 { risen = await calls.next() }
            let last = try #require(risen)
            #expect(abs(last[0] - 10.1) < 0.1 && last[1] == 99.88, "\(last)")
            altimeter.stopRelativeAltitudeUpdates()
        }
    }

    @Test func `Raw values are scaled as the kernel says`() async throws {
        let files = ["in_pressure_raw": "24200000", "in_pressure_scale": "0.000004", "in_pressure_offset": "800000"]
        try await withSensors([files]) { _ in
            #expect(abs((Barometer.first?.pressure ?? 0) - 100) < 1e-9)
        }
    }

    @Test(arguments: [
        "", "nan", "inf", "-1", "0", "201", "1e400", "\u{0}\u{1}", String(repeating: "1", count: 100_000),
    ])
    func `What is no pressure is none`(_ text: String) async throws {
        try await withSensors([["in_pressure_input": text]]) { _ in #expect(Barometer.first == nil) }
    }

    @Test func `Altitudes are the standard atmosphere's`() {
        // ISO 2533, geopotential altitudes: 89.874 6 kPa at 1 000 m, 26.436 3 kPa at 10 000 m.
        #expect(abs(Barometer.altitude(from: 101.325, to: 89.8746) - 1000) < 1)
        #expect(abs(Barometer.altitude(from: 101.325, to: 26.4363) - 10_000) < 5)
        #expect(Barometer.altitude(from: 95, to: 95) == 0)
    }

    @Test func `Absolute altitudes are the receiver's, with its accuracy`() async throws {
        let altimeter = daemon.make { CMAltimeter() }
        let calls = Calls<[Double]>()
        altimeter.startAbsoluteAltitudeUpdates(to: queue) { data, error in
            let code = Double((error as NSError?)?.code ?? 0)
            calls.note(data.map { [$0.altitude, $0.accuracy, $0.precision] } ?? [code])
        }
        let session = await daemon.session(0)
        #expect(session.services == [.updatingLocation] && session.settings.pausesLocationUpdatesAutomatically == false)
        session.authorize(.authorizedAlways)
        var location = Location.sample(0)
        location.altitude = nil
        session.deliver(.location(location))
        location.altitude = 431.5
        location.verticalAccuracy = 4
        session.deliver(.location(location))
        #expect(await calls.next() == [431.5, 4, 4])
        location.verticalAccuracy = nil
        session.deliver(.location(location))
        #expect(await calls.next() == [431.5, -1, -1])
        session.authorize(.denied)
        #expect(await calls.next() == [Double(CMErrorNotAuthorized.rawValue)])
        altimeter.stopAbsoluteAltitudeUpdates()
        await daemon.until { $0.ended == 1 }
    }

    @Test func `What is archived comes back, also under Apple's names`() throws {
        func again<T: NSObject & NSSecureCoding>(_ value: T) throws -> T {
            let data = try NSKeyedArchiver.archivedData(withRootObject: value, requiringSecureCoding: true)
            guard let copy = try NSKeyedUnarchiver.unarchivedObject(ofClass: T.self, from: data) else {
                throw CocoaError(.coderReadCorrupt)
            }
            return copy
        }
        let activity = CMMotionActivity(.sample(.cycling, .medium, at: 3))
        let same = try again(activity)
        #expect(same.cycling && same.confidence == .medium && same.startDate == activity.startDate)
        #expect(same.timestamp == activity.timestamp)
        let altitude = try again(CMAltitudeData(relativeAltitude: 1.5, pressure: 99, at: Date()))
        #expect(altitude.relativeAltitude == 1.5 && altitude.pressure == 99)
        var values = CMPedometerData.Values()
        values.distance = 12
        (values.numberOfSteps, values.currentCadence, values.floorsAscended) = (34, 1.5, 2)
        let walk = try again(CMPedometerData(values))
        #expect(walk.distance == 12 && walk.currentPace == nil && walk.startDate == values.startDate)
        #expect(walk.numberOfSteps == 34 && walk.currentCadence == 1.5)
        #expect(walk.floorsAscended == 2 && walk.floorsDescended == nil)
        let event = try again(CMPedometerEvent(.resume, at: Date(timeIntervalSince1970: 5)))
        #expect(event.type == .resume && event.date == Date(timeIntervalSince1970: 5))
        for name in ["CMMotionActivity", "CMPedometerData", "CMPedometerEvent", "CMAbsoluteAltitudeData"] {
            #expect(NSKeyedUnarchiver.class(forClassName: name) != nil, "\(name)")
        }
    }
}
