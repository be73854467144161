/// A pressure sensor that the kernel offers through its Industrial I/O subsystem.
///
/// Its files are text, and every local user may read them: <https://docs.kernel.org/ABI/testing/sysfs-bus-iio>.
struct Barometer: Sendable {
    /// Where the kernel lists the sensors. Tests put a tree of their own in its place.
    @TaskLocal static var devices = "/sys/bus/iio/devices"

    /// Kilopascals that the air can have, from the top of the highest mountain's sky to the deepest mine, and then some.
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
