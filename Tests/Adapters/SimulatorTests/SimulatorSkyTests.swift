import LocationModel
import Testing

@testable import Simulator

@Suite("Simulator: satellites")
struct SimulatorSkyTests {
    private func sky(
        _ latitude: Double, _ longitude: Double, after seconds: Double = 0,
        reception: SimulatedSky.Reception = .tracking
    ) -> SimulatedSky {
        SimulatedSky(
            from: Coordinate(latitude: latitude, longitude: longitude), altitude: 0,
            at: sixOClock.advanced(bySeconds: seconds), reception: reception, seed: 1)
    }

    @Test func `Every place has a fix at every hour`() {
        for latitude in [-90.0, -60, -33, 0, 47, 70, 90] {
            for longitude in [-180.0, -77, 0, 8, 180] {
                for hour in 0..<24 {
                    let sky = sky(latitude, longitude, after: Double(hour) * 3600)
                    let used = sky.satellites.count(where: \.isUsed)
                    #expect((8...24).contains(used))
                    #expect(sky.dilution.map { $0.horizontal > 0.4 && $0.horizontal < 3 } == true)
                    #expect(sky.dilution.map { $0.vertical < 6 } == true)
                }
            }
        }
    }

    @Test func `Satellites stand above the horizon with figures in range`() {
        for satellite in sky(47.5, 8.7).satellites {
            #expect((0...90).contains(satellite.elevation ?? -1))
            #expect((0..<360).contains(satellite.azimuth ?? -1))
            #expect((15...55).contains(satellite.signalStrength ?? -1))
            switch satellite.constellation {
            case .gps: #expect((1...32).contains(satellite.identifier))
            case .glonass: #expect((65...96).contains(satellite.identifier))
            default: Issue.record("\(satellite)")
            }
            #expect(!satellite.isUsed || satellite.elevation ?? 0 >= 10)
        }
    }

    @Test func `Satellites move as fast as real ones`() {
        let now = sky(47.5, 8.7).satellites
        let later = sky(47.5, 8.7, after: 60).satellites
        var moved = 0
        for satellite in now {
            guard let after = later.first(where: { $0.identifier == satellite.identifier }),
                let before = satellite.elevation, let elevation = after.elevation
            else { continue }
            // Half a degree a minute along the orbit, a little more as a place on the ground sees it.
            #expect(abs(elevation - before) < 0.8)
            if abs(elevation - before) > 0.05 { moved += 1 }
        }
        #expect(moved > 5)
    }

    @Test func `GPS comes back after a sidereal day`() {
        // Two orbits in 23 h 56 min 4 s: the reason why GPS satellites pass four minutes earlier each day.
        let today = sky(47.5, 8.7).satellites.filter { $0.constellation == .gps }
        let tomorrow = sky(47.5, 8.7, after: 86_164).satellites.filter { $0.constellation == .gps }
        #expect(today.map(\.identifier) == tomorrow.map(\.identifier))
        for (before, after) in zip(today, tomorrow) {
            #expect(abs((before.elevation ?? 0) - (after.elevation ?? 99)) < 1)
        }
    }

    @Test func `At the pole no GPS satellite stands in the zenith`() throws {
        // Orbits inclined by 55° leave a hole over the poles.
        let elevations = sky(90, 0).satellites.filter { $0.constellation == .gps }.compactMap(\.elevation)
        let highest = try #require(elevations.max())
        #expect((30...50).contains(highest))
    }

    @Test func `Blocked sky is known but not heard`() {
        let sky = sky(47.5, 8.7, reception: .blocked)
        #expect(sky.dilution == nil)
        #expect(sky.satellites.count > 10)
        #expect(sky.satellites.allSatisfy { $0.signalStrength == nil && !$0.isUsed })
    }

    @Test func `Dilution is that of the textbook geometry`() throws {
        // One satellite in the zenith, three around the horizon: worked out by hand from (GᵀG)⁻¹.
        let dilution = try #require(
            DilutionOfPrecision(of: [
                (elevation: 90, azimuth: 0), (elevation: 0, azimuth: 0), (elevation: 0, azimuth: 120),
                (elevation: 0, azimuth: 240),
            ]))
        let root = (4.0 / 3).squareRoot()
        #expect(abs(dilution.horizontal - root) < 1e-12)
        #expect(abs(dilution.vertical - root) < 1e-12)
        #expect(abs(dilution.position - (8.0 / 3).squareRoot()) < 1e-12)
        #expect(abs(dilution.time - 1.0 / 3) < 1e-12)
        #expect(abs(dilution.eastNorth) < 1e-12)
    }

    @Test func `Ellipse lies across the street canyon`() throws {
        // Satellites only north and south: east is what is known badly.
        let directions: [(elevation: Double, azimuth: Double)] = [
            (80, 0), (20, 5), (40, 355), (25, 175), (45, 185), (60, 180),
        ]
        let ellipse = try #require(DilutionOfPrecision(of: directions)).ellipse
        #expect(abs(ellipse.orientation - 90) < 30)
        #expect(ellipse.major > 2 * ellipse.minor)
    }

    @Test func `Too few or degenerate satellites give no dilution`() {
        let three: [(elevation: Double, azimuth: Double)] = [(90, 0), (0, 0), (0, 120)]
        #expect(DilutionOfPrecision(of: three) == nil)
        let cone: [(elevation: Double, azimuth: Double)] = [(30, 0), (30, 90), (30, 180), (30, 270), (30, 45)]
        #expect(DilutionOfPrecision(of: cone) == nil)
        #expect(DilutionOfPrecision(of: []) == nil)
    }
}
