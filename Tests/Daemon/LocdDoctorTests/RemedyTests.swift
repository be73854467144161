import LocationModel
import LocationServices
import Testing

@testable import LocdConfiguration
@testable import LocdDoctor

/// What a person is told to do fits the source that is configured.
@Suite struct RemedyTests {
    private static func sentence(_ source: String, _ state: ReceiverState, _ cause: OutageCause) throws -> String? {
        var condition = ReceiverMonitor(staleAfter: .seconds(5), at: .zero).condition
        (condition.state, condition.cause, condition.device) = (state, cause, "/dev/ttyUSB7")
        return Remedy.sentence(for: condition, source: try Configuration.Receiver.Source(parsing: source))
    }

    @Test(arguments: ["serial:/dev/ttyUSB7", "file:/srv/drive.nmea"])
    func `Without gpsd no remedy names it`(_ source: String) throws {
        for state in [ReceiverState.absent, .silent, .stale, .noFix, .frozen] {
            for cause in OutageCause.allCases where cause != .noGPSD {
                let sentence = try Self.sentence(source, state, cause) ?? ""
                let isNamed = ["gpsdctl", "gpsmon", "newer gpsd"].contains { sentence.contains($0) }
                #expect(!isNamed, "\(state) \(cause): \(sentence)")
            }
        }
    }

    @Test func `An absent device is plugged in or named`() throws {
        // gpsd forgets a device that it cannot open again; udev adds some of them.
        #expect(try Self.sentence("gpsd://localhost", .absent, .noDevice)?.contains("gpsdctl add /dev/ttyUSB7") == true)
        // gpsd may not have it, or nobody.
        let named = try Self.sentence("gpsd://localhost/dev/ttyUSB7", .absent, .noDevice) ?? ""
        #expect(named.contains("gpsdctl add /dev/ttyUSB7") && named.contains("receiver.source"), "\(named)")
        #expect(try Self.sentence("gpsd://localhost/dev/ttyUSB7", .silent, .deviceError) == named)
        #expect(try Self.sentence("serial:/dev/ttyUSB7", .absent, .noDevice)?.contains("receiver.source") == true)
        #expect(try Self.sentence("file:/srv/drive.nmea", .absent, .noDevice)?.contains("recording") == true)
    }

    /// A receiver that sends GGA only, on a box that nobody synchronises, has no date however long one waits.
    @Test func `Where no date comes the remedy names its sources`() throws {
        let port = try Self.sentence("serial:/dev/ttyUSB7", .timeNotTrusted, .rejected) ?? ""
        #expect(port.contains("RMC or ZDA") && port.contains("system clock"), "\(port)")
        let other = try Self.sentence("gpsd://localhost", .timeNotTrusted, .rejected) ?? ""
        #expect(other.contains("battery"), "\(other)")
    }
}
