import LocationModel
import NMEA
import Testing

@testable import LocdConfiguration

@Suite struct ConfigurationReceiverSourceTests {
    typealias Source = Configuration.Receiver.Source

    private func source(_ written: String) throws -> Source {
        try read(file(try key("receiver.source"), written)).configuration.receiver.source
    }

    private static let day = CivilDate(year: 2026, month: 11, day: 21)

    @Test(
        arguments: [
            ("gpsd://localhost:2947", .gpsd(GPSDAddress()), "gpsd://localhost:2947"),
            (
                "gpsd://gps.example.org", .gpsd(GPSDAddress(host: "gps.example.org")),
                "gpsd://gps.example.org:2947"
            ),
            ("gpsd://192.0.2.1:1", .gpsd(GPSDAddress(host: "192.0.2.1", port: 1)), "gpsd://192.0.2.1:1"),
            ("gpsd://[::1]:65535", .gpsd(GPSDAddress(host: "::1", port: 65535)), "gpsd://[::1]:65535"),
            ("gpsd://[::1]", .gpsd(GPSDAddress(host: "::1")), "gpsd://[::1]:2947"),
            ("gpsd://[fe80::1%eth0]:5", .gpsd(GPSDAddress(host: "fe80::1%eth0", port: 5)), "gpsd://[fe80::1%eth0]:5"),
            (
                "gpsd://boat:2947/dev/ttyUSB0", .gpsd(GPSDAddress(host: "boat", device: "/dev/ttyUSB0")),
                "gpsd://boat:2947/dev/ttyUSB0"
            ),
            (
                "gpsd://[::1]/dev/pts/3", .gpsd(GPSDAddress(host: "::1", device: "/dev/pts/3")),
                "gpsd://[::1]:2947/dev/pts/3"
            ),
            ("gpsd://boat:2947/", .gpsd(GPSDAddress(host: "boat")), "gpsd://boat:2947"),
            ("serial:/dev/ttyUSB0", .serial(SerialSource(device: "/dev/ttyUSB0")), "serial:/dev/ttyUSB0"),
            (
                "serial:/dev/ttyUSB0?baud=9600", .serial(SerialSource(device: "/dev/ttyUSB0", baud: 9600)),
                "serial:/dev/ttyUSB0?baud=9600"
            ),
            ("serial:///dev/ttyACM0", .serial(SerialSource(device: "/dev/ttyACM0")), "serial:/dev/ttyACM0"),
            ("file:/srv/day 1?.nmea", .file(RecordingSource(path: "/srv/day 1?.nmea")), "file:/srv/day 1?.nmea"),
            (
                "serial:/dev/ttyUSB0?baud=auto", .serial(SerialSource(device: "/dev/ttyUSB0")), "serial:/dev/ttyUSB0"
            ),
            (
                "serial:/dev/ttyS0?checksum=required&baud=4800",
                .serial(SerialSource(device: "/dev/ttyS0", baud: 4800, checksums: .required)),
                "serial:/dev/ttyS0?baud=4800&checksum=required"
            ),
            (
                "serial:/dev/ttyS0?checksum=learned", .serial(SerialSource(device: "/dev/ttyS0")), "serial:/dev/ttyS0"
            ),
            (
                "file:/srv/a?b.nmea?date=2026-11-21", .file(RecordingSource(path: "/srv/a?b.nmea", date: day)),
                "file:/srv/a?b.nmea?date=2026-11-21"
            ),
            (
                "file:/srv/?date=1.nmea?date=2026-11-21",
                .file(RecordingSource(path: "/srv/?date=1.nmea", date: day)), "file:/srv/?date=1.nmea?date=2026-11-21"
            ),
            ("file:///srv/day.nmea", .file(RecordingSource(path: "/srv/day.nmea")), "file:/srv/day.nmea"),
        ] as [(String, Source, String)])
    func `Source is read, and reads back`(_ written: String, _ source: Source, _ printed: String) throws {
        #expect(try self.source(written) == source)
        #expect(source.description == printed)
        #expect(try self.source(printed) == source)
    }

    @Test(arguments: [
        ("localhost", "is not a supported source"), ("gpsd:localhost", "is not a supported source"),
        ("GPSD://localhost", "is not a supported source"),
        ("http://localhost", "is not a supported source"), ("gpsd://", "the host is missing"),
        ("gpsd://:2947", "the host is missing"),
        ("gpsd://a b:1", "is not the name of a host"), ("gpsd://user@host:1", "is not the name of a host"),
        ("gpsd://-x:1", "is not the name of a host"), ("gpsd://\u{FC}:1", "is not the name of a host"),
        ("gpsd://host:", "is not a port"), ("gpsd://host:0", "is not a port"), ("gpsd://host:65536", "is not a port"),
        ("gpsd://host:+1", "is not a port"), ("gpsd://host:x", "is not a port"), ("gpsd://host:1:2", "is not a port"),
        ("gpsd://host:99999999999999999999", "is not a port"), ("gpsd://::1", "did you mean gpsd://[::1]:2947?"),
        ("gpsd://[::1", "is not closed"), ("gpsd://[]:1", "is not an IPv6 address"),
        ("gpsd://[host]:1", "is not an IPv6"),
        ("gpsd://[::1]2947", "did you mean gpsd://[::1]:2947?"), ("gpsd://[::1%]:1", "is not an IPv6"),
        ("serial:", "the path is missing"), ("serial:ttyUSB0", "is not absolute"),
        ("serial:?baud=9600", "the path is missing"),
        ("serial:/dev/ttyUSB0?", "is not a setting of a serial port"),
        ("serial:/dev/ttyUSB0?speed=1", "is not a setting"),
        ("serial:/dev/ttyUSB0?baud=", "is not a speed"), ("serial:/dev/ttyUSB0?baud=9601", "is not a speed"),
        ("serial:/dev/ttyUSB0?baud=+9600", "is not a speed"), ("serial:/dev/ttyUSB0?baud=9600&x=1", "is not a setting"),
        ("serial:/dev/ttyUSB0?baud", "is not a speed"), ("serial:/dev/ttyUSB0?baud=fast", "is not a speed"),
        ("serial:/dev/ttyUSB0?baud=99999999999999999999", "is not a speed"),
        ("serial:/dev/ttyUSB0?baud=9600&", "is not a setting"),
        ("serial:/dev/ttyUSB0?baud=4800&baud=9600", "is listed twice"),
        ("serial:/dev/ttyUSB0?checksum=no", "required, optional or learned"),
        ("file:/srv/a.nmea?date=", "is not a day"), ("file:/srv/a.nmea?date=2026-02-29", "did you mean file:/srv/a"),
        ("file:?date=2026-11-21", "the path is missing"),
        ("file:", "the path is missing"), ("file:day.nmea", "is not absolute"),
        ("/dev/ttyUSB0", "did you mean serial:/dev/ttyUSB0?"), ("/srv/a.nmea", "did you mean file:/srv/a.nmea?"),
    ])
    func `Bad source is refused`(_ written: String, _ says: String) throws {
        let found = problems(file(try key("receiver.source"), "'\(written)'"))
        #expect(found.count == 1)
        #expect(found.first?.description.contains(says) == true, "\(found)")
    }
}
