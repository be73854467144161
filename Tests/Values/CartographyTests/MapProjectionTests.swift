import LocationModel
import Testing

@testable import Cartography

@Suite("Map projections")
struct MapProjectionTests {
    private static let places: [(Double, Double)] = [
        (0, 0), (47.3769, 8.5417), (-33.8688, 151.2093), (-45.874, 170.503), (64.1, -21.9), (-54.8, -68.3),
        (12, 179.99),
        (12, -179.99), (80, 100), (-79.9, -100),
    ]

    @Test(arguments: places)
    func `A place comes back from Mercator`(_ latitude: Double, _ longitude: Double) {
        for meridian in [0, 8.5, 179, -120.0] {
            let projection = MapProjection.mercator(meridian: meridian)
            let place = Coordinate(latitude: latitude, longitude: longitude)
            let back = projection.place(at: projection.point(of: place))
            #expect(abs(back.latitude - latitude) < 1e-9)
            #expect(abs(wrappedLongitude(back.longitude - longitude)) < 1e-9)
        }
    }

    @Test(arguments: [89.999, 85, 80, 60, 0, -60])
    func `A place comes back from the polar projection`(_ latitude: Double) {
        for isNorth in [true, false] {
            let projection = MapProjection.polar(isNorth: isNorth)
            for longitude in stride(from: -179.0, to: 180, by: 30) {
                let place = Coordinate(latitude: isNorth ? latitude : -latitude, longitude: longitude)
                let back = projection.place(at: projection.point(of: place))
                #expect(abs(back.latitude - place.latitude) < 1e-9)
                #expect(abs(wrappedLongitude(back.longitude - longitude)) < 1e-9)
            }
        }
    }

    @Test func `Poles are the origin and never infinite`() {
        let pole = MapProjection.polar(isNorth: true).point(of: Coordinate(latitude: 90, longitude: 77))
        #expect(abs(pole.x) < 1e-6 && abs(pole.y) < 1e-6)
        let other = MapProjection.polar(isNorth: true).point(of: Coordinate(latitude: -90, longitude: 0))
        #expect(other.x.isFinite && other.y.isFinite)
        let mercator = MapProjection.mercator(meridian: 0).point(of: Coordinate(latitude: -90, longitude: 0))
        #expect(abs(mercator.y + 20_037_508.34) < 1)
    }

    @Test func `East is right and north is up everywhere`() {
        let north = MapProjection.polar(isNorth: true), south = MapProjection.polar(isNorth: false)
        // Greenwich points down in the north: east of it is to the right there, and up in the south, where it is as
        // well.
        #expect(north.point(of: Coordinate(latitude: 85, longitude: 0)).y < 0)
        #expect(north.point(of: Coordinate(latitude: 85, longitude: 90)).x > 0)
        #expect(south.point(of: Coordinate(latitude: -85, longitude: 0)).y > 0)
        #expect(south.point(of: Coordinate(latitude: -85, longitude: 90)).x > 0)
        let mercator = MapProjection.mercator(meridian: 179)
        let (west, east) = (
            mercator.point(of: Coordinate(latitude: -17, longitude: 178)),
            mercator.point(of: Coordinate(latitude: -16, longitude: -178))
        )
        #expect(east.x - west.x > 0 && east.x - west.x < 500_000)
        #expect(east.y > west.y)
    }

    @Test func `The projection suits the box`() {
        func choice(_ places: [(Double, Double)]) -> MapProjection {
            MapProjection(for: BoundingBox(of: places.map { Coordinate(latitude: $0.0, longitude: $0.1) }))
        }
        #expect(choice([(88, 0), (87, 10)]) == .polar(isNorth: true))
        #expect(choice([(-88, 0), (-70, 10)]) == .polar(isNorth: false))
        #expect(choice([(-88, 0), (88, 10)]) != .polar(isNorth: true))
        guard case .mercator(let meridian) = choice([(-17, 178), (-16, -178)]) else {
            Issue.record("not Mercator")
            return
        }
        #expect(abs(abs(meridian) - 180) < 1e-6)
    }

    /// The scale is the length of a short way eastwards, measured on the ellipsoid.
    @Test(arguments: [-70.0, -45.9, 0, 47.4, 78])
    func `Metres on the ground`(_ latitude: Double) {
        let projection = MapProjection.mercator(meridian: 8)
        let (a, b) = (
            Coordinate(latitude: latitude, longitude: 8), Coordinate(latitude: latitude, longitude: 8.001)
        )
        let (left, right) = (projection.point(of: a), projection.point(of: b))
        let measured = a.distance(to: b) / (right.x - left.x)
        #expect(abs(projection.groundScale(at: left) / measured - 1) < 1e-6)
    }

    @Test func `Polar scale is near the ground`() {
        let projection = MapProjection.polar(isNorth: true)
        let (a, b) = (Coordinate(latitude: 87, longitude: 0), Coordinate(latitude: 87, longitude: 0.01))
        let (left, right) = (projection.point(of: a), projection.point(of: b))
        let measured = a.distance(to: b) / (right.x - left.x)
        #expect(abs(projection.groundScale(at: left) / measured - 1) < 0.005)
    }
}
