import SystemSupport

/// A step counter that the kernel offers through its Industrial I/O subsystem, or a folder with the same files.
///
/// Its files are text: <https://docs.kernel.org/ABI/testing/sysfs-bus-iio>, `in_steps_input` and `in_steps_en`. They are hostile
/// until parsed.
package struct StepCounterDevice: Sendable, Hashable {
    /// What a file of a number says.
    package enum Reading: Sendable, Hashable {
        case number(UInt64)
        /// The file does not exist.
        case missing
        /// The file is not readable, or not a number; a sentence.
        case unreadable(String)
    }

    /// Bytes of a file that are read: a number has fewer.
    private static let longestNumber = 64

    /// The folder of the device.
    package let directory: String

    /// A device in a folder.
    package init(directory: String) {
        self.directory = directory
    }

    /// The first step counter among the devices of a folder; `nil` without one.
    package static func first(in devices: String) -> StepCounterDevice? {
        IndustrialIO.devices(in: devices).lazy.map(StepCounterDevice.init).first { $0.steps != .missing }
    }

    /// The steps so far.
    package var steps: Reading { number("in_steps_input") }

    /// Whether it counts: a counter without a switch always does.
    package var isEnabled: Bool { number("in_steps_en") != .number(0) }

    private func number(_ name: String) -> Reading {
        do throws(BoundedFile.Failure) {
            let bytes = try BoundedFile.prefix(of: "\(directory)/\(name)", count: Self.longestNumber)
            guard let number = Self.number(bytes) else { return .unreadable("\(directory)/\(name) is not a number") }
            return .number(number)
        } catch {
            return error.isMissing ? .missing : .unreadable("\(directory)/\(name): \(error)")
        }
    }

    /// The whole number that a file says, with white space around it; `nil` for anything else.
    package static func number(_ bytes: [UInt8]) -> UInt64? {
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
        guard let first = bytes.firstIndex(where: { !isSpace($0) }), let last = bytes.lastIndex(where: { !isSpace($0) })
        else { return nil }
        let digits = bytes[first...last]
        guard digits.count <= 20, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return UInt64(String(decoding: digits, as: UTF8.self))
    }
}
