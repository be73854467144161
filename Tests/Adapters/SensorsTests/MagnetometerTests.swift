import LocationModel
import LocdTestSupport
import Testing

@testable import Sensors

@Suite("A magnetometer of the kernel")
struct MagnetometerTests {
    @Test("the first device with three axes is read, in microtesla; what is not a number says nothing")
    func field() async throws {
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
