import FoundationEssentials

/// A folder of files as the kernel's Industrial I/O subsystem has them, for step counters.
package struct MadeUpDevices: Sendable {
    package let directory: String

    /// An empty folder.
    package init(_ directory: String) {
        self.directory = directory
    }

    /// Writes a file of a device.
    package func write(_ name: String, _ text: String, of device: Int = 0) throws {
        let folder = "\(directory)/iio:device\(device)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(name)"), options: .atomic)
    }

    /// Removes a device.
    package func remove(_ device: Int) throws {
        try FileManager.default.removeItem(atPath: "\(directory)/iio:device\(device)")
    }
}
