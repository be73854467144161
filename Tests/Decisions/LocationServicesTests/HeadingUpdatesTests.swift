import LocationModel
import LocationServices
import LocdTestSupport
import Testing

@Suite struct HeadingUpdatesTests {
    private static func magnetic(_ degrees: Double, at seconds: Double? = 0) -> Heading {
        Heading(timestamp: seconds.map { .sample($0) }, magneticHeading: degrees)
    }

    @Test func `Magnetic becomes true through the declination of the place`() throws {
        var updates = HeadingUpdates()
        #expect(updates.receive(Location.sample(0)) == nil)
        let delivered = updates.receive(Self.magnetic(359))
        let heading = try #require(delivered)
        let declination = MagneticModel.field(at: .sample, on: .sample(0)).declination
        #expect((2...5).contains(declination))
        let trueHeading = try #require(heading.trueHeading)
        #expect(abs(trueHeading - (359 + declination - 360)) < 1e-9)
        #expect(heading.magneticHeading == 359 && !heading.usesOutdatedModel)
    }

    @Test func `True becomes magnetic too`() throws {
        var updates = HeadingUpdates()
        _ = updates.receive(Location.sample(0))
        let delivered = updates.receive(Heading(timestamp: .sample(0), trueHeading: 1))
        let heading = try #require(delivered)
        let magneticHeading = try #require(heading.magneticHeading)
        #expect((355.0..<360).contains(magneticHeading))
    }

    /// 47.5 N, 8.7 E: 48.5 µT by NOAA's calculator of the model.
    @Test func `A field that is not the earth's disturbs the heading`() {
        var updates = HeadingUpdates(headingFilter: 5)
        var heading = Self.magnetic(90)
        heading.field = MagneticVector(x: 20, y: 3, z: -44)
        var delivered = updates.receive(heading)
        #expect(delivered?.isDisturbed == false, "nobody knows where it is")
        _ = updates.receive(Location.sample(0))
        delivered = updates.receive(heading)
        #expect(delivered == nil)
        for (z, isDisturbed) in [(-80.0, true), (-44, false), (-10, true)] {
            heading.field = MagneticVector(x: 20, y: 3, z: z)
            delivered = updates.receive(heading)
            #expect(delivered?.isDisturbed == isDisturbed, "\(z)")
        }
    }

    @Test func `A location has the heading that came since the one before`() throws {
        var disturbed = Heading(timestamp: .sample(3), trueHeading: 90)
        disturbed.field = MagneticVector(x: 20, y: 3, z: -80)
        var replay = Replay(settings: ManagerSettings())
        var events: [LocationEvent] = []
        let headings = [
            Self.magnetic(87, at: nil), nil, Heading(trueHeading: 12), disturbed,
            Heading(timestamp: .sample(-60), trueHeading: 12),
        ]
        for (second, heading) in headings.enumerated() {
            if let heading { replay.receive(.heading(heading), into: &events) }
            var fix = Fix(
                mode: .fix3D, timestamp: .sample(Double(second)),
                coordinate: Coordinate.sample.moved(by: Double(second) * 20, bearing: 90))
            fix.speed = 20
            replay.receive(.fix(fix), into: &events)
        }
        let found = events.locations.map { $0.trueHeading?.rounded() }
        let declination = MagneticModel.field(at: .sample, on: .sample(0)).declination
        #expect(found == [(87 + declination).rounded(), nil, 12, nil, nil])
    }

    @Test func `Without a position there is no declination`() throws {
        var updates = HeadingUpdates()
        let delivered = updates.receive(Self.magnetic(90))
        let heading = try #require(delivered)
        #expect(heading.trueHeading == nil)
    }

    @Test func `The filter counts from the last delivered`() {
        var updates = HeadingUpdates(headingFilter: 5)
        let delivered = [358, 0, 2.9, 3, 5, 358, 357, 352.9].filter { updates.receive(Self.magnetic($0)) != nil }
        #expect(delivered == [358, 3, 358, 352.9])
        updates.headingFilter = nil
        #expect(updates.receive(Self.magnetic(352.9)) != nil)
    }

    @Test func `Without a time it waits for a location`() throws {
        var updates = HeadingUpdates()
        #expect(updates.receive(Self.magnetic(10, at: nil)) == nil)
        #expect(updates.receive(Self.magnetic(20, at: nil)) == nil)
        let delivered = updates.receive(Location.sample(7))
        let heading = try #require(delivered)
        #expect(heading.magneticHeading == 20 && heading.timestamp == .sample(7))
    }

    @Test func `A place from earlier gives the declination, and no time`() throws {
        var updates = HeadingUpdates(near: .sample(0))
        #expect(updates.receive(Self.magnetic(10, at: nil)) == nil)
        let delivered = updates.receive(Self.magnetic(20, at: 86_400))
        #expect(delivered?.trueHeading != nil)
        let waiting = updates.receive(Location.sample(86_401))
        #expect(waiting?.magneticHeading == 10 && waiting?.timestamp == .sample(86_401))
    }

    @Test func `Beyond its time the model is said to be outdated`() throws {
        var updates = HeadingUpdates()
        var location = Location.sample(0)
        location.timestamp = try #require(Timestamp("2031-01-01T00:00:00Z"))
        _ = updates.receive(location)
        let delivered = updates.receive(Self.magnetic(90, at: nil))
        let heading = try #require(delivered)
        #expect(heading.usesOutdatedModel && heading.trueHeading != nil)
    }

    @Test func `Near the magnetic pole the other north is unknown`() throws {
        var updates = HeadingUpdates()
        _ = updates.receive(Location.sample(0, of: Coordinate(latitude: 85.8, longitude: 139)))
        let delivered = updates.receive(Self.magnetic(90))
        let heading = try #require(delivered)
        #expect(heading.trueHeading == nil)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -720]) func `Absurd headings harm nothing`(
        degrees: Double
    ) {
        var updates = HeadingUpdates()
        _ = updates.receive(Location.sample(0))
        let heading = updates.receive(Self.magnetic(degrees))
        if let degrees = heading?.magneticHeading { #expect((0..<360).contains(degrees)) }
        #expect(updates.receive(Self.magnetic(90)) != nil)
    }
}
