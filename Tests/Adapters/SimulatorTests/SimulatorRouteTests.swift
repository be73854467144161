import LocationModel
import Testing

@testable import Simulator

@Suite("Simulator: routes")
struct SimulatorRouteTests {
    private func knot(_ elapsed: Double, _ latitude: Double, _ longitude: Double) -> Route.Knot {
        Route.Knot(elapsed: elapsed, coordinate: Coordinate(latitude: latitude, longitude: longitude), altitude: 0)
    }

    @Test func `Route refuses what cannot be followed`() {
        #expect(Route(knots: []) == nil)
        #expect(Route(knots: [knot(0, 91, 0)]) == nil)
        #expect(Route(knots: [knot(0, .nan, 0)]) == nil)
        #expect(Route(knots: [knot(5, 1, 0), knot(4, 1, 0)]) == nil)
        #expect(Route(knots: [knot(.infinity, 1, 0)]) == nil)
        #expect(Route(knots: [knot(0, 1, 0)], returnTime: -1) == nil)
        #expect(Route(knots: [knot(0, 1, 0)]) != nil)
    }

    @Test func `Cursor goes evenly along the geodesic`() throws {
        let route = try #require(Route(knots: [knot(0, 10, 10), knot(100, 10.01, 10), knot(110, 10.01, 10)]))
        var cursor = RouteCursor(route)
        let length = route.knots[0].coordinate.distance(to: route.knots[1].coordinate)
        let state = cursor.state(at: 25)
        #expect(abs(route.knots[0].coordinate.distance(to: state.coordinate) - length / 4) < 1e-6)
        #expect(abs(state.speed - length / 100) < 1e-9)
        #expect(abs(state.course ?? -1) < 1e-6)
        #expect(cursor.state(at: 105).speed == 0)
        #expect(cursor.state(at: 105).course == nil)
        #expect(cursor.state(at: 1000).coordinate == route.knots[2].coordinate)
        // Backwards too: a repeated route begins again.
        #expect(cursor.state(at: 25) == state)
        #expect(cursor.state(at: -1).coordinate == route.knots[0].coordinate)
    }

    @Test func `Cursor crosses the antimeridian the short way`() throws {
        let route = try #require(Route(knots: [knot(0, -17, 179.999), knot(100, -17, -179.999)]))
        var cursor = RouteCursor(route)
        for elapsed in stride(from: 1.0, to: 100, by: 7) {
            let state = cursor.state(at: elapsed)
            #expect(abs(state.coordinate.longitude) > 179.99)
            #expect(state.coordinate.isValid)
            #expect(abs((state.course ?? 0) - 90) < 0.01)
            #expect(state.speed < 3)
        }
    }

    @Test func `Cursor passes the pole`() throws {
        let route = try #require(Route(knots: [knot(0, 89.999, 0), knot(100, 89.999, 180)]))
        var cursor = RouteCursor(route)
        #expect(abs((cursor.state(at: 10).course ?? 90)) < 0.001)
        #expect(abs(cursor.state(at: 50).coordinate.latitude - 90) < 1e-6)
        #expect(abs((cursor.state(at: 90).course ?? 0) - 180) < 0.001)
    }

    @Test func `Signal is lost between the knots that say so`() throws {
        var leaving = knot(10, 1.001, 0)
        leaving.losesSignal = true
        let route = try #require(Route(knots: [knot(0, 1, 0), leaving, knot(40, 1.1, 0), knot(50, 1.101, 0)]))
        var cursor = RouteCursor(route)
        #expect(cursor.state(at: 10).hasSignal)
        #expect(!cursor.state(at: 10.5).hasSignal)
        #expect(!cursor.state(at: 39.9).hasSignal)
        #expect(cursor.state(at: 40).hasSignal)
        // It enters the tunnel, and ends, at speed.
        #expect(cursor.state(at: 10).speed == cursor.state(at: 5).speed)
        #expect(abs(cursor.state(at: 50).speed - cursor.state(at: 45).speed) < 1e-9)
        #expect(cursor.state(at: 50).course == 0)
        #expect(cursor.state(at: 50.1).speed == 0)
        #expect(cursor.state(at: 40).speed > 10)
    }

    @Test func `Speed profile starts and ends at rest`() {
        let profile = SpeedProfile(distance: 1000, speed: 10, acceleration: 2)
        #expect(abs(profile.duration - 105) < 1e-9)
        #expect(profile.time(at: 0) == 0)
        #expect(abs(profile.time(at: 25) - 5) < 1e-9)
        #expect(abs(profile.time(at: 500) - 52.5) < 1e-9)
        #expect(abs(profile.time(at: 975) - 100) < 1e-9)
        #expect(abs(profile.time(at: 1000) - 105) < 1e-9)
    }

    @Test func `Speed profile of a short way never reaches its speed`() {
        let profile = SpeedProfile(distance: 8, speed: 100, acceleration: 2)
        #expect(profile.speed == 4)
        #expect(abs(profile.duration - 4) < 1e-9)
        #expect(SpeedProfile(distance: 0, speed: 10, acceleration: 2).duration == 0)
        #expect(SpeedProfile(distance: 0, speed: 10, acceleration: 2).changes.isEmpty)
        #expect(SpeedProfile(distance: 1e9, speed: 1000, acceleration: 0.001).changes.count <= 1200)
    }

    @Test func `Loop drives stops at the light parks and is closed`() throws {
        let route = try #require(Route.builtIn("loop"))
        var cursor = RouteCursor(route)
        var distance = 0.0
        var longestStand = 0.0
        var stand = 0.0
        var stands = 0
        var previous = cursor.state(at: 0)
        for second in 1...Int(rounding: route.duration, .down) {
            let state = cursor.state(at: Double(second))
            let step = previous.coordinate.distance(to: state.coordinate)
            #expect(step <= 13.1)
            #expect(abs(state.speed - previous.speed) < 3.1)
            distance += step
            if state.speed == 0 {
                if stand == 0 { stands += 1 }
                stand += 1
            } else {
                stand = 0
            }
            longestStand = max(longestStand, stand)
            previous = state
        }
        #expect((2850...2920).contains(distance))
        #expect(stands == 3)
        // The automatic pause takes 300 s by default.
        #expect(longestStand > 360)
        #expect(route.knots.first?.coordinate == route.knots.last?.coordinate)
        #expect(route.returnTime == 0)
    }

    @Test(arguments: [(-17.0, 179.999), (-54.8, -68.3), (0, 0), (85, -180)])
    func `Loop is the same everywhere`(latitude: Double, longitude: Double) throws {
        let origin = Coordinate(latitude: latitude, longitude: longitude)
        let route = try #require(Route.builtIn("loop", origin: origin))
        let home = try #require(Route.builtIn("loop"))
        #expect(abs(route.duration - home.duration) < 1)
    }

    @Test func `Built-in names are all there`() {
        for name in Route.builtInNames { #expect(Route.builtIn(name) != nil) }
        #expect(Route.builtIn("nowhere") == nil)
    }
}
