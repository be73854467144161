import Foundation
import LocationModel
import LocationServices
import LocdTestSupport
import Testing

@Suite struct RegionMonitoringTests {
    private static func circle(_ identifier: String = "home", north: Double = 0, radius: Double = 100) -> Region {
        Region(identifier: identifier, center: Coordinate.sample.moved(north: north), radius: radius)
    }

    private static func monitoring(
        _ region: Region = circle(), resuming state: RegionMonitoring.State? = nil
    ) -> RegionMonitoring {
        var monitoring = RegionMonitoring(resuming: state)
        monitoring.startMonitoring(region)
        return monitoring
    }

    private static func receive(_ locations: [Location], _ monitoring: inout RegionMonitoring) -> [RegionEvent] {
        var events: [RegionEvent] = []
        for location in locations { monitoring.receive(location, into: &events) }
        return events
    }

    private static func event(
        _ seconds: Double, _ state: RegionState, _ cause: RegionEvent.Cause = .crossed, _ identifier: String = "home"
    ) -> RegionEvent {
        RegionEvent(timestamp: .sample(seconds), identifier: identifier, state: state, cause: cause)
    }

    /// Northwards at a speed, once a second.
    private static func drive(
        from north: Double, at seconds: Double, for duration: Int, speed: Double, accuracy: Double? = 5
    ) -> [Location] {
        (0..<duration).map {
            .sample(seconds + Double($0), north: north + Double($0) * speed, accuracy: accuracy, speed: abs(speed))
        }
    }

    @Test func `Entry and exit are delivered`() {
        var monitoring = Self.monitoring()
        let events = Self.receive(Self.drive(from: -500, at: 0, for: 101, speed: 10), &monitoring)
        // Inside by 10 m at second 41, and by the second location in motion at 42; outside by 10 m at 61.
        #expect(events == [Self.event(42, .inside), Self.event(62, .outside)])
    }

    @Test func `A small region is entered without a reported speed too`() {
        var monitoring = Self.monitoring(Self.circle(radius: 40))
        let ride = Self.drive(from: -200, at: 0, for: 61, speed: 5).map { location in
            var location = location
            location.speed = nil
            return location
        }
        let events = Self.receive(ride, &monitoring)
        #expect(events.map(\.state) == [.inside, .outside] && events.allSatisfy { $0.cause == .crossed })
        #expect(events.first.map { $0.timestamp < .sample(38) } == true, "\(events)")
    }

    @Test func `An error within its accuracy is no motion without a reported speed`() {
        var monitoring = Self.monitoring()
        // At 100 m, sometimes 15 m too far south and sometimes too far north, with an accuracy of 12 m.
        let norths = [Double](repeating: 85, count: 30) + [100, 115, 115, 100] + [Double](repeating: 85, count: 30)
        let stay = norths.enumerated().map { Location.sample(Double($0.offset), north: $0.element, accuracy: 12) }
        #expect(Self.receive(stay, &monitoring) == [Self.event(0, .inside, .determined)])
    }

    @Test func `Being inside from the beginning is no entry`() {
        var monitoring = Self.monitoring()
        #expect(Self.receive([.sample(0)], &monitoring) == [Self.event(0, .inside, .determined)])
        #expect(monitoring.state(of: "home") == .inside)
        #expect(Self.receive([.sample(1), .sample(60)], &monitoring).isEmpty)
    }

    @Test func `Being outside from the beginning is no event`() {
        var monitoring = Self.monitoring()
        #expect(monitoring.state(of: "home") == .unknown)
        #expect(Self.receive([.sample(0, north: 500)], &monitoring).isEmpty)
        #expect(monitoring.state(of: "home") == .outside)
    }

    @Test func `On the boundary the state is unknown for a while and not for ever`() {
        var monitoring = Self.monitoring()
        let standing = (0...20).map { Location.sample(Double($0), north: 95) }
        #expect(Self.receive(Array(standing.dropLast()), &monitoring).isEmpty)
        #expect(monitoring.state(of: "home") == .unknown)
        #expect(Self.receive([standing[20]], &monitoring) == [Self.event(20, .inside, .determined)])
    }

    @Test(
        arguments: [
            [.sample(0), .sample(1, north: 300), .sample(2), .sample(30)],
            [.sample(0, north: 30), .sample(10, north: 130), .sample(20, north: 95)],
        ] as [[Location]])
    func `One location beyond the boundary is no crossing`(_ locations: [Location]) {
        var monitoring = Self.monitoring()
        #expect(Self.receive(locations, &monitoring) == [Self.event(0, .inside, .determined)])
    }

    @Test func `A return before confirmation starts over at the next departure`() {
        var monitoring = Self.monitoring()
        let locations: [Location] = [
            .sample(0), .sample(10, north: 115), .sample(20), .sample(60, north: 115), .sample(79, north: 115),
        ]
        #expect(Self.receive(locations, &monitoring) == [Self.event(0, .inside, .determined)])
        #expect(Self.receive([.sample(80, north: 115)], &monitoring) == [Self.event(80, .outside)])
    }

    @Test func `Walking across is confirmed after twenty seconds`() {
        var monitoring = Self.monitoring()
        let walk = Self.drive(from: 50, at: 0, for: 120, speed: 1, accuracy: 8)
        #expect(Self.receive(walk, &monitoring) == [Self.event(0, .inside, .determined), Self.event(80, .outside)])
    }

    /// Speed, accuracy, and metres from the edge at the exit of a boat that drags its anchor: the lesser of the
    /// accuracy (at least 10 m) and 20 s of its way, and four times the accuracy and 5 s of its way.
    private static let drifts: [[Double]] = [
        [1.2, 3, 18], [0.4, 3, 14], [0.3, 2, 11.5], [1.9, 2.5, 19.5], [0.5, 8, 20], [1.5, 20, 50],
    ]

    @Test(arguments: drifts)
    func `A dragging anchor is reported near the edge`(_ figures: [Double]) throws {
        let (speed, accuracy, edge) = (figures[0], figures[1], figures[2])
        var monitoring = Self.monitoring(Self.circle(radius: 40))
        let drift = Self.drive(from: 0, at: 0, for: 600, speed: speed, accuracy: accuracy)
        let exit = try #require(Self.receive(drift, &monitoring).last)
        #expect(exit.state == .outside && exit.cause == .crossed)
        let distance = exit.timestamp.seconds(since: .sample(0)) * speed - 40
        // The fixes come once a second.
        #expect(distance >= edge - 0.1 && distance < edge + 2 * speed + 0.1, "\(distance) m")
    }

    /// Seconds, metres north, and the accuracy; 0 stands for an unknown one. Far beyond, but for less than 5 s; near
    /// between; without an accuracy; too inaccurate to be far.
    private static let moments: [[[Double]]] = [
        [[1, 5.5, 6], [160, 160, 0], [3]], [[1, 5, 9, 13], [160, 111, 160, 160], [3]],
        [[1, 7, 20.5], [160, 160, 160], [0]], [[1, 7, 20], [160, 160, 160], [16]],
    ]

    @Test(arguments: moments)
    func `Far beyond for a moment is no crossing`(_ figures: [[Double]]) {
        let accuracy = figures[2][0] > 0 ? figures[2][0] : nil
        var monitoring = Self.monitoring()
        let locations = zip(figures[0], figures[1]).map {
            Location.sample($0, north: $1, accuracy: accuracy, speed: 0)
        }
        #expect(Self.receive([.sample(0)] + locations, &monitoring) == [Self.event(0, .inside, .determined)])
    }

    @Test func `The accuracy's circle must lie beyond the boundary too`() {
        var monitoring = Self.monitoring()
        let standing = (1...60).map { Location.sample(Double($0), north: 150, accuracy: 80) }
        #expect(Self.receive([.sample(0)] + standing, &monitoring) == [Self.event(0, .inside, .determined)])
        let better = (61...90).map { Location.sample(Double($0), north: 150, accuracy: 20) }
        #expect(Self.receive(better, &monitoring) == [Self.event(81, .outside)])
    }

    @Test func `A region smaller than the accuracy can be entered`() {
        var monitoring = Self.monitoring(Self.circle(radius: 8))
        let there = (1...30).map { Location.sample(Double($0), accuracy: 15) }
        #expect(Self.receive([.sample(0, north: 500)] + there, &monitoring) == [Self.event(21, .inside)])
    }

    /// Locations at these metres north, so many seconds apart.
    private static func drive(_ norths: [Double], every seconds: Double, speed: Double) -> [Location] {
        norths.enumerated().map { .sample(Double($0) * seconds, north: $1, speed: speed) }
    }

    /// Also with one inside. It is told with the location that confirms that it went on.
    @Test(
        arguments: [([-600, -300, 300, 600], 10, 30, 30), ([-330, -150, 30, 210, 390], 5, 36, 15)]
            as [([Double], Double, Double, Double)])
    func `A region crossed between two locations is delivered`(
        norths: [Double], interval: Double, speed: Double, end: Double
    ) {
        var monitoring = Self.monitoring()
        let events = Self.receive(Self.drive(norths, every: interval, speed: speed), &monitoring)
        #expect(events == [Self.event(end, .inside), Self.event(end, .outside)])
    }

    /// Neither is the way behind a silence so long that it is not known.
    @Test(
        arguments: [([-600, -590, 300, -580, -570], 10, 1), ([-600, 600, 900], 60, 20)]
            as [([Double], Double, Double)])
    func `An outlier on the far side is no passage`(norths: [Double], interval: Double, speed: Double) {
        var monitoring = Self.monitoring(Self.circle(radius: 30))
        #expect(Self.receive(Self.drive(norths, every: interval, speed: speed), &monitoring).isEmpty)
    }

    /// Radius, and locations a second.
    @Test(arguments: [[5, 1], [10, 1], [15, 1], [20, 1], [25, 1], [30, 1], [5, 10], [60, 0.2], [100, 0.1]])
    func `A drive through a region is delivered wherever the locations are`(_ figures: [Double]) {
        for speed in stride(from: 8.0, through: 32, by: 3) {
            let step = speed / figures[1]
            for phase in 0..<20 {
                var monitoring = Self.monitoring(Self.circle(radius: figures[0]))
                let count = ((200 + figures[0]) / step).rounded(.up) + 4
                let events = Self.receive(
                    stride(from: -count, through: count, by: 1).map {
                        .sample($0 / figures[1], north: ($0 + Double(phase) / 20) * step, accuracy: 3, speed: speed)
                    }, &monitoring)
                #expect(events.map(\.state) == [.inside, .outside], "\(speed) m/s, \(phase)")
                #expect(events.allSatisfy { $0.cause == .crossed })
            }
        }
    }

    /// Metres north at 13 m/s eastwards, a second apart: past a region of 20 m with one outlier, or through its edge,
    /// and along the edge of a large one.
    @Test(
        arguments: [
            ([-45, -38, -5, -38, -45], 20), ([-45, -12, -18, -13, -45], 20),
            ([-512, -495, -505, -488, -505, -495, -508], 500),
        ] as [([Double], Double)])
    func `A drive along the boundary is no passage`(norths: [Double], radius: Double) {
        var monitoring = Self.monitoring(Self.circle(radius: radius))
        let drive = norths.enumerated().map {
            let along = 13 * (Double($0.offset) - Double(norths.count - 1) / 2)
            return Location.sample(Double($0.offset), north: $0.element, east: along, speed: 13)
        }
        #expect(Self.receive(drive, &monitoring).isEmpty)
    }

    @Test(arguments: [90.0, -90]) func `A passage over a pole is delivered`(pole: Double) {
        var monitoring = Self.monitoring(
            Region(identifier: "home", center: Coordinate(latitude: pole, longitude: 0), radius: 50))
        // 335 m before it, 112 m, and the same behind it.
        let flight = [(89.997, 0.0), (89.999, 0), (89.999, 180), (89.997, 180)].enumerated().map { second, place in
            Location(
                timestamp: .sample(Double(second)),
                coordinate: Coordinate(latitude: pole < 0 ? -place.0 : place.0, longitude: place.1))
        }
        #expect(Self.receive(flight, &monitoring) == [Self.event(3, .inside), Self.event(3, .outside)])
    }

    @Test func `Notify on entry and exit hold their event back only`() {
        var monitoring = RegionMonitoring()
        var silent = Self.circle()
        silent.notifyOnEntry = false
        monitoring.startMonitoring(silent)
        let drive = Self.drive(from: -500, at: 0, for: 101, speed: 10)
        #expect(Self.receive(drive, &monitoring).map(\.state) == [.outside])
    }

    @Test func `A region of the same identifier is replaced`() {
        var monitoring = Self.monitoring()
        _ = Self.receive([.sample(0)], &monitoring)
        monitoring.startMonitoring(Self.circle())
        #expect(monitoring.count == 1 && monitoring.state(of: "home") == .inside)
        monitoring.startMonitoring(Self.circle(north: 1000))
        #expect(monitoring.count == 1 && monitoring.state(of: "home") == .unknown)
        // It is no exit, and who was told that it is inside must know.
        #expect(Self.receive([.sample(1)], &monitoring) == [Self.event(1, .outside, .determined)])
        monitoring.stopMonitoring("home")
        #expect(monitoring.count == 0 && monitoring.state(of: "home") == .unknown)
    }

    @Test func `Movement during a time correction is judged anew`() {
        var monitoring = Self.monitoring(Self.circle(north: 5000))
        _ = Self.receive(Self.drive(from: 0, at: 1000, for: 60, speed: 10), &monitoring)
        monitoring.timeReset()
        let events = Self.receive((500..<600).map { .sample(Double($0), north: 5000) }, &monitoring)
        #expect(events == [Self.event(520, .inside)])
    }

    @Test func `A region that grows around the same place tells nothing`() {
        var monitoring = Self.monitoring()
        #expect(Self.receive([.sample(0)], &monitoring) == [Self.event(0, .inside, .determined)])
        monitoring.startMonitoring(Self.circle(radius: 300))
        #expect(Self.receive((1...60).map { .sample(Double($0)) }, &monitoring).isEmpty)
        #expect(monitoring.state(of: "home") == .inside)
    }

    @Test func `A region that moved while nobody looked is no exit`() throws {
        var first = Self.monitoring()
        _ = Self.receive([.sample(0)], &first)
        var second = Self.monitoring(Self.circle(north: 5000), resuming: first.state)
        #expect(second.state(of: "home") == .unknown)
        let events = Self.receive((10...60).map { .sample(Double($0)) }, &second)
        #expect(events == [Self.event(10, .outside, .determined)])
    }

    /// The limit of two leaves the far one out.
    @Test(arguments: [nil, 20, 2] as [Int?]) func `A restart at any point changes nothing`(limit: Int?) throws {
        let drive = Self.drive(from: -400, at: 0, for: 120, speed: 10)
        let regions = [Self.circle(), Self.circle("field", north: 300, radius: 60), Self.circle("far", north: 9000)]
        var whole = RegionMonitoring(limit: limit)
        for region in regions { whole.startMonitoring(region) }
        let expected = Self.receive(drive, &whole)
        #expect(expected.count == 4)
        for restart in 0...drive.count {
            var first = RegionMonitoring(limit: limit)
            for region in regions { first.startMonitoring(region) }
            var events = Self.receive(Array(drive[..<restart]), &first)
            let kept = try JSONDecoder().decode(
                RegionMonitoring.State.self, from: JSONEncoder().encode(first.state))
            var second = RegionMonitoring(limit: limit, resuming: kept)
            for region in regions.reversed() { second.startMonitoring(region) }
            events += Self.receive(Array(drive[restart...]), &second)
            #expect(events == expected, "\(restart)")
        }
    }

    @Test func `Movement during a restart is a crossing`() {
        var first = Self.monitoring()
        _ = Self.receive([.sample(0)], &first)
        var second = Self.monitoring(resuming: first.state)
        #expect(second.state(of: "home") == .inside)
        let away = Self.receive([.sample(1000, north: 5000), .sample(1030, north: 5000)], &second)
        #expect(away == [Self.event(1030, .outside)])
    }

    @Test func `An entry after a restart is a crossing, with a limit too`() {
        var first = RegionMonitoring(limit: 20)
        first.startMonitoring(Self.circle())
        _ = Self.receive([.sample(0, north: 500)], &first)
        var second = RegionMonitoring(limit: 20, resuming: first.state)
        second.startMonitoring(Self.circle())
        // One location within is no proof.
        #expect(Self.receive([.sample(1000), .sample(1019)], &second).isEmpty)
        #expect(Self.receive([.sample(1020)], &second) == [Self.event(1020, .inside)])
    }

    @Test func `A region that was not monitored before a restart is determined afterwards`() {
        let regions = [Self.circle(), Self.circle("away", north: 5000)]
        var first = RegionMonitoring(limit: 1)
        for region in regions { first.startMonitoring(region) }
        // Both were monitored in turn, and both are outside.
        _ = Self.receive([.sample(0, north: 4700), .sample(60, north: 300)], &first)
        var second = RegionMonitoring(limit: 1, resuming: first.state)
        for region in regions { second.startMonitoring(region) }
        #expect(
            Self.receive([.sample(1000, north: 5000)], &second) == [
                Self.event(1000, .inside, .determined, "away")
            ])
    }

    @Test func `A restart keeps the regions that were chosen`() throws {
        let regions = [Self.circle(), Self.circle("next", north: 500)]
        func run(resuming state: RegionMonitoring.State?) -> RegionMonitoring {
            var monitoring = RegionMonitoring(limit: 1, resuming: state)
            for region in regions { monitoring.startMonitoring(region) }
            return monitoring
        }
        var first = run(resuming: nil)
        _ = Self.receive([.sample(0, north: 200), .sample(60, north: 280)], &first)
        #expect(first.state(of: "home") != .unknown)
        let kept = try JSONDecoder().decode(RegionMonitoring.State.self, from: JSONEncoder().encode(first.state))
        var second = run(resuming: kept)
        _ = Self.receive([.sample(100, north: 280)], &second)
        #expect(second.state(of: "home") != .unknown, "though the other one is nearer now, as without the restart")
        _ = Self.receive([.sample(160, north: 320)], &second)
        #expect(second.state(of: "next") != .unknown)
    }

    @Test func `A restart with a higher limit monitors more at once`() {
        func run(limit: Int, resuming state: RegionMonitoring.State?) -> RegionMonitoring {
            var monitoring = RegionMonitoring(limit: limit, resuming: state)
            // The next choice is due 50 km away.
            for region in [Self.circle(), Self.circle("far", north: 100_000)] { monitoring.startMonitoring(region) }
            return monitoring
        }
        var first = run(limit: 1, resuming: nil)
        _ = Self.receive([.sample(0)], &first)
        var second = run(limit: 2, resuming: first.state)
        _ = Self.receive([.sample(60)], &second)
        #expect(second.state(of: "home") != .unknown && second.state(of: "far") != .unknown)
    }

    @Test func `The nearest of too many are monitored`() {
        var monitoring = RegionMonitoring(limit: 3)
        for number in 0..<10 {
            monitoring.startMonitoring(Self.circle("\(number)", north: Double(number) * 1000, radius: 100))
        }
        _ = Self.receive([.sample(0)], &monitoring)
        #expect((0..<10).filter { monitoring.state(of: "\($0)") != .unknown } == [0, 1, 2])
        #expect(monitoring.state(of: "9") == .unknown)
        let events = Self.receive(Self.drive(from: 0, at: 1, for: 451, speed: 20), &monitoring)
        #expect((0..<10).filter { monitoring.state(of: "\($0)") != .unknown } == [7, 8, 9])
        #expect(events.filter { $0.state == .inside }.map(\.identifier) == (1...9).map { "\($0)" })
        var important = Self.circle("important", north: 90_000)
        important.priority = 1
        monitoring.startMonitoring(important)
        _ = Self.receive([.sample(1000, north: 9000)], &monitoring)
        #expect(monitoring.state(of: "important") != .unknown)
    }

    @Test func `Time that goes back begins a confirmation anew`() {
        var monitoring = Self.monitoring()
        _ = Self.receive([.sample(100), .sample(101, north: 115)], &monitoring)
        monitoring.timeReset()
        #expect(Self.receive([.sample(10, north: 115), .sample(29, north: 115)], &monitoring).isEmpty)
        #expect(Self.receive([.sample(30, north: 115)], &monitoring) == [Self.event(30, .outside)])
    }

    @Test func `Many regions are found as few are`() {
        var random = SeededGenerator(seed: 3)
        let regions = (0..<3000).map { number in
            Region(
                identifier: "\(number)",
                center: Coordinate.sample.moved(
                    north: .random(in: -20_000...20_000, using: &random),
                    east: .random(in: -20_000...20_000, using: &random)),
                radius: .random(in: 20...2000, using: &random))
        }
        var together = RegionMonitoring()
        for region in regions { together.startMonitoring(region) }
        let way = (0..<200).map {
            Location.sample(
                Double($0), north: .random(in: -300...300, using: &random) + Double($0) * 90,
                east: Double($0) * 30, speed: 95)
        }
        let all = Self.receive(way, &together)
        // Each for itself knows no index; it has the same to say.
        for region in regions.prefix(150) {
            var alone = RegionMonitoring()
            alone.startMonitoring(region)
            #expect(Self.receive(way, &alone) == all.filter { $0.identifier == region.identifier })
        }
        #expect(all.count > 100)
    }

    private static let standing = URL(filePath: Checkout.data("nmea/signalk-gps.log"))

    /// The positions of GGA sentences, a second apart, with 5 m for each unit of HDOP.
    private static func cloud() throws -> [Location] {
        var locations: [Location] = []
        for line in try String(contentsOf: standing, encoding: .utf8).split(whereSeparator: \.isNewline) {
            let fields = line.split(separator: ",", omittingEmptySubsequences: false)
            guard line.hasPrefix("$GPGGA"), fields.count > 8, let north = Double(fields[2]),
                let east = Double(fields[4]), let hdop = Double(fields[8])
            else { continue }
            func degrees(_ value: Double, _ sign: Double) -> Double {
                sign * ((value / 100).rounded(.down) + value.truncatingRemainder(dividingBy: 100) / 60)
            }
            var location = Location(
                timestamp: .sample(Double(locations.count)),
                coordinate: Coordinate(
                    latitude: degrees(north, fields[3] == "S" ? -1 : 1),
                    longitude: degrees(east, fields[5] == "W" ? -1 : 1)))
            location.horizontalAccuracy = hdop * 5
            locations.append(location)
        }
        return locations
    }

    @Test(
        .enabled(
            if: FileManager.default.fileExists(atPath: standing.path),
            "the recordings of ../shared/data/nmea are not here"))
    func `A receiver that stands on a boundary crosses it not back and forth`() throws {
        let cloud = try Self.cloud()
        #expect(cloud.count > 1000)
        let center = cloud[600].coordinate
        var delivered = 0
        var withoutGates = 0
        for bearing in stride(from: 0.0, to: 360, by: Rounds.areShort ? 90 : 15) {
            for offset in stride(from: -15.0, through: 15, by: 3) {
                var monitoring = RegionMonitoring()
                monitoring.startMonitoring(
                    Region(identifier: "edge", center: center.moved(by: 100 + offset, bearing: bearing), radius: 100))
                let events = Self.receive(cloud, &monitoring)
                delivered += events.count { $0.cause == .crossed }
                for (one, next) in zip(events, events.dropFirst()) {
                    #expect(next.timestamp.seconds(since: one.timestamp) > 20)
                }
                guard bearing.truncatingRemainder(dividingBy: 90) == 0 else { continue }
                var open = RegionMonitoring(gates: .off)
                open.startMonitoring(
                    Region(identifier: "edge", center: center.moved(by: 100 + offset, bearing: bearing), radius: 100))
                let crossings = Self.receive(cloud, &open)
                withoutGates += zip(crossings, crossings.dropFirst())
                    .count { $1.timestamp.seconds(since: $0.timestamp) <= 20 }
            }
        }
        // The gates are what does it: without them the circles are crossed back and forth.
        #expect(withoutGates > 44, "\(delivered) with the gates")
    }
}
