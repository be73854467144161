import Bus
import LocationModel
import LocdTestSupport
import Testing

@testable import Sensors

@Suite("The compass of iio-sensor-proxy")
struct CompassCoreTests {
    private static func changed(_ properties: BusValue.Property..., invalidated: [String] = []) -> BusSignal {
        BusSignal(
            path: "/net/hadess/SensorProxy/Compass", interface: "org.freedesktop.DBus.Properties",
            member: "PropertiesChanged",
            arguments: [.text(CompassCore.interface), .properties(properties), .names(invalidated)])
    }

    private static func pointing(_ value: BusValue) -> BusSignal { changed(.init("CompassHeading", value)) }

    /// A compass that was claimed.
    private func claimed() -> CompassCore {
        var core = CompassCore(isWanted: true)
        _ = core.owned(true)
        _ = core.availability(.success(.boolean(true)))
        _ = core.claimed(nil)
        return core
    }

    @Test func `It is claimed when somebody wants headings, and released when nobody does any more`() {
        var core = CompassCore(isWanted: false)
        #expect(core.owned(true) == [.readAvailability])
        #expect(core.availability(.success(.boolean(true))) == [.available(true), .works])
        #expect(core.receive(Self.pointing(.double(90))) == [])
        #expect(core.want(true) == [.claim])
        #expect(core.want(true) == [])
        #expect(core.claimed(nil) == [.readHeading])
        #expect(core.heading(.success(.double(12.5))) == [.works, .heading(12.5)])
        #expect(core.receive(Self.pointing(.double(90))) == [.works, .heading(90)])
        #expect(core.want(false) == [.release])
        #expect(core.receive(Self.pointing(.double(91))) == [])
    }

    @Test func `It is claimed again when the proxy is back`() {
        var core = claimed()
        #expect(core.owned(false) == [.available(false), .failed(CompassCore.noProxy)])
        #expect(core.receive(Self.pointing(.double(1))) == [])
        #expect(core.owned(true) == [.readAvailability])
        #expect(core.availability(.success(.boolean(true))) == [.available(true), .works, .claim])
        #expect(core.claimed(nil) == [.readHeading])
    }

    @Test func `A machine without a compass, or without the proxy, has none`() {
        var core = CompassCore(isWanted: true)
        #expect(core.owned(false) == [.failed(CompassCore.noProxy)])
        #expect(core.owned(true) == [.readAvailability])
        #expect(core.availability(.success(.boolean(false))) == [.failed(CompassCore.noCompass)])
        // One is plugged in, and out.
        #expect(
            core.receive(Self.changed(.init("HasCompass", .boolean(true)))) == [.available(true), .works, .claim])
        #expect(
            core.receive(Self.changed(.init("HasCompass", .boolean(false))))
                == [.available(false), .failed(CompassCore.noCompass)])
    }

    @Test(arguments: [
        BusValue.double(400), .double(.nan), .double(.infinity), .double(-2), .double(-0.5), .text("north"),
        .integer(90), .properties([]),
    ])
    func `What is no direction is refused`(_ value: BusValue) {
        var core = claimed()
        let actions = core.receive(Self.pointing(value))
        guard actions.count == 1, case .failed = actions[0] else {
            Issue.record("\(actions)")
            return
        }
        #expect(core.receive(Self.pointing(.double(5))) == [.works, .heading(5)])
    }

    @Test func `Before the first measurement there is no heading, and north has one form`() {
        var core = claimed()
        #expect(core.receive(Self.pointing(.double(-1))) == [])
        #expect(core.receive(Self.pointing(.double(360))) == [.works, .heading(0)])
        #expect(core.receive(Self.pointing(.double(0))) == [.works, .heading(0)])
    }

    @Test func `hasCompass of a wrong type is refused`() {
        var core = CompassCore(isWanted: true)
        _ = core.owned(true)
        #expect(
            core.availability(.success(.text("yes")))
                == [.failed("iio-sensor-proxy: HasCompass has the type s, not b")])
    }

    @Test func `A bus that lets locd not do it is a failure with a remedy; a proxy that has just left is none`() {
        let denied = BusFailure("org.freedesktop.DBus.Error.AccessDenied", "Rejected send message")
        let gone = BusFailure("org.freedesktop.DBus.Error.ServiceUnknown")
        let busy = BusFailure("org.freedesktop.DBus.Error.NoReply")
        var core = CompassCore(isWanted: true)
        _ = core.owned(true)
        #expect(core.availability(.failure(denied)) == [.failed(CompassCore.denied)])
        // The policy may be there by now, and the proxy may have time.
        #expect(core.want(true) == [.readAvailability])
        #expect(core.availability(.failure(busy)) == [.failed("iio-sensor-proxy: \(busy)")])
        #expect(core.want(true) == [.readAvailability])
        #expect(core.availability(.failure(gone)) == [])
        _ = core.availability(.success(.boolean(true)))
        #expect(core.claimed(denied) == [.failed(CompassCore.denied)])
        // Not claimed: it is tried again, once.
        #expect(core.want(true) == [.claim])
        #expect(core.want(true) == [])
        #expect(core.claimed(busy) == [.failed("iio-sensor-proxy: \(busy)")])
        #expect(core.want(true) == [.claim])
        #expect(core.claimed(gone) == [])
    }

    @Test func `A property that is only said to be invalid is read`() {
        var core = claimed()
        #expect(core.receive(Self.changed(invalidated: ["CompassHeading"])) == [.readHeading])
        #expect(core.receive(Self.changed(invalidated: ["HasCompass"])) == [.readAvailability])
    }

    @Test func `Signals of other interfaces are nothing`() {
        var core = claimed()
        var signal = Self.pointing(.double(5))
        signal.arguments[0] = .text("net.hadess.SensorProxy")
        #expect(core.receive(signal) == [])
    }
}

@Suite("A magnetometer of the kernel")
struct MagnetometerTests {
    @Test
    func `The first device with three axes is read, in microtesla; what is not a number says nothing`() async throws {
        try await TemporaryDirectory.with { directory in
            let tree = MadeUpDevices(directory)
            let magnetometer = Magnetometer(devices: directory)
            #expect(magnetometer.field == nil)
            try tree.write("in_accel_x_raw", "12\n", of: 0)
            for (axis, raw) in [("x", "200"), ("y", "-30"), ("z", "440.5")] {
                try tree.write("in_magn_\(axis)_raw", raw + "\n", of: 3)
            }
            #expect(magnetometer.field == nil, "without a scale")
            try tree.write("in_magn_scale", "0.001\n", of: 3)
            #expect(
                magnetometer.field.map { [$0.x, $0.y, $0.z].map { ($0 * 1000).rounded() } } == [20000, -3000, 44050])
            for text in ["", "many", "nan", "1e300"] {
                try tree.write("in_magn_y_raw", text, of: 3)
                #expect(magnetometer.field == nil, "\(text)")
            }
        }
    }
}
