/// The kernel's Industrial I/O subsystem: sensors, each with a folder of text files.
package enum IndustrialIO {
    /// The kernel counts devices from 0, and no machine has as many.
    private static let highestNumber = 63

    /// The folders that devices below a folder may have, by number: `iio:device2` is before `iio:device10`.
    package static func devices(in folder: String) -> [String] {
        (0...highestNumber).map { "\(folder)/iio:device\($0)" }
    }
}
