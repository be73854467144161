import Testing

@testable import LocdDaemon

@Suite struct ConfigurationReceiverSourceTests {
    typealias Source = Configuration.Receiver.Source

    private func source(_ written: String) throws -> Source {
        try read(file(try key("receiver.source"), written)).configuration.receiver.source
    }

    @Test(
        arguments: [
            ("gpsd://localhost:2947", .gpsd(host: "localhost", port: 2947, device: nil), "gpsd://localhost:2947"),
            (
                "gpsd://gps.example.org", .gpsd(host: "gps.example.org", port: 2947, device: nil),
                "gpsd://gps.example.org:2947"
            ),
            ("gpsd://192.0.2.1:1", .gpsd(host: "192.0.2.1", port: 1, device: nil), "gpsd://192.0.2.1:1"),
            ("gpsd://[::1]:65535", .gpsd(host: "::1", port: 65535, device: nil), "gpsd://[::1]:65535"),
            ("gpsd://[::1]", .gpsd(host: "::1", port: 2947, device: nil), "gpsd://[::1]:2947"),
            ("gpsd://[fe80::1%eth0]:5", .gpsd(host: "fe80::1%eth0", port: 5, device: nil), "gpsd://[fe80::1%eth0]:5"),
            (
                "gpsd://boat:2947/dev/ttyUSB0", .gpsd(host: "boat", port: 2947, device: "/dev/ttyUSB0"),
                "gpsd://boat:2947/dev/ttyUSB0"
            ),
            (
                "gpsd://[::1]/dev/pts/3", .gpsd(host: "::1", port: 2947, device: "/dev/pts/3"),
                "gpsd://[::1]:2947/dev/pts/3"
            ),
            ("gpsd://boat:2947/", .gpsd(host: "boat", port: 2947, device: nil), "gpsd://boat:2947"),
            ("serial:/dev/ttyUSB0", .serial(path: "/dev/ttyUSB0", baud: nil), "serial:/dev/ttyUSB0"),
            (
                "serial:/dev/ttyUSB0?baud=9600", .serial(path: "/dev/ttyUSB0", baud: 9600),
                "serial:/dev/ttyUSB0?baud=9600"
            ),
            ("serial:///dev/ttyACM0", .serial(path: "/dev/ttyACM0", baud: nil), "serial:/dev/ttyACM0"),
            ("file:/srv/day 1?.nmea", .file(path: "/srv/day 1?.nmea"), "file:/srv/day 1?.nmea"),
            ("file:///srv/day.nmea", .file(path: "/srv/day.nmea"), "file:/srv/day.nmea"),
        ] as [(String, Source, String)])
    func source_IsRead_AndReadsBack(_ written: String, _ source: Source, _ printed: String) throws {
        #expect(try self.source(written) == source)
        #expect(source.description == printed)
        #expect(try self.source(printed) == source)
    }

    @Test(arguments: [
        ("localhost", "is no source that locd knows"), ("gpsd:localhost", "is no source"),
        ("GPSD://localhost", "is no source"),
        ("http://localhost", "is no source"), ("gpsd://", "the host is missing"),
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
        ("serial:/dev/ttyUSB0?", "is no setting of a serial port"), ("serial:/dev/ttyUSB0?speed=1", "is no setting"),
        ("serial:/dev/ttyUSB0?baud=", "is not a speed"), ("serial:/dev/ttyUSB0?baud=9601", "is not a speed"),
        ("serial:/dev/ttyUSB0?baud=+9600", "is not a speed"), ("serial:/dev/ttyUSB0?baud=9600&x=1", "is not a speed"),
        ("file:", "the path is missing"), ("file:day.nmea", "is not absolute"),
        ("/dev/ttyUSB0", "did you mean serial:/dev/ttyUSB0?"), ("/srv/a.nmea", "did you mean file:/srv/a.nmea?"),
    ])
    func badSource_IsRefused(_ written: String, _ says: String) throws {
        let found = problems(file(try key("receiver.source"), "'\(written)'"))
        #expect(found.count == 1)
        #expect(found.first?.description.contains(says) == true, "\(found)")
    }
}
