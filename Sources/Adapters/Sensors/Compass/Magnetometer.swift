package import LocationModel
import SystemSupport

/// The magnetometer that the kernel offers through Industrial I/O. The compass of iio-sensor-proxy reports a direction
/// alone; this says how strong the field is.
///
/// Its files are text: <https://docs.kernel.org/ABI/testing/sysfs-bus-iio>, `in_magn_x_raw` and so on, with
/// `in_magn_scale` to gauss. They are hostile until parsed.
package struct Magnetometer: Sendable {
    /// Microtesla in a gauss.
    private static let gauss = 100.0
    /// Bytes of a file that are read: a number has fewer.
    private static let longestNumber = 64

    private let devices: String

    /// The magnetometer among the devices of a folder.
    package init(devices: String = "/sys/bus/iio/devices") {
        self.devices = devices
    }

    /// The field now; `nil` without a magnetometer, and while it cannot be read.
    package var field: MagneticVector? {
        for device in IndustrialIO.devices(in: devices) {
            let axes = ["x", "y", "z"].compactMap { axis -> Double? in
                guard let raw = Self.number("\(device)/in_magn_\(axis)_raw"),
                    let scale = Self.number("\(device)/in_magn_\(axis)_scale")
                        ?? Self.number("\(device)/in_magn_scale")
                else { return nil }
                return raw * scale * Self.gauss
            }
            if axes.count == 3 { return MagneticVector(x: axes[0], y: axes[1], z: axes[2]) }
        }
        return nil
    }

    private static func number(_ path: String) -> Double? {
        guard let bytes = try? BoundedFile.prefix(of: path, count: longestNumber) else { return nil }
        return Double(String(decoding: bytes.prefix { $0 > 0x20 }, as: UTF8.self))
    }
}
