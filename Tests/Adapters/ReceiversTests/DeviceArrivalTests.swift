import Foundation
import Glibc
import LocdTestSupport
import Testing

@testable import Receivers

@Suite struct DeviceArrivalTests {
    private let directory = TemporaryDirectory()
    private var folder: String { directory.path }

    private func isReadable(_ descriptor: Int32) -> Bool {
        var watch = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&watch, 1, 0) == 1
    }

    @Test func `A file that appears is noticed`() throws {
        guard let arrival = DeviceArrival(of: "\(folder)/ttyUSB0") else { throw POSIXError(.ENOENT) }
        let before = isReadable(arrival.descriptor)
        #expect(!before)
        try Data().write(to: URL(filePath: "\(folder)/ttyUSB0"))
        let after = isReadable(arrival.descriptor)
        #expect(after)
    }

    @Test func `Its directory may be missing too`() throws {
        guard let arrival = DeviceArrival(of: "\(folder)/serial/by-id/usb-receiver") else { throw POSIXError(.ENOENT) }
        let before = isReadable(arrival.descriptor)
        #expect(!before)
        try FileManager.default.createDirectory(atPath: "\(folder)/serial", withIntermediateDirectories: true)
        let after = isReadable(arrival.descriptor)
        #expect(after)
    }

    @Test func `A link to nothing is not waited for`() throws {
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder)/gps", withDestinationPath: "\(folder)/elsewhere/ttyUSB0")
        let isWatched = DeviceArrival(of: "\(folder)/gps") != nil
        #expect(!isWatched)
    }

    @Test(arguments: ["/dev/null", "relative"]) func `A file that exists or has no directory is not waited for`(
        _ path: String
    ) {
        let isWatched = DeviceArrival(of: path) != nil
        #expect(!isWatched)
    }
}
