import Glibc
import LocationModel
import SystemSupport

/// What the antenna sees: the satellites, and what their geometry gives.
struct SimulatedSky: Sendable {
    /// Satellites lower than this in degrees are seen but not used, as receivers do by default or nearly so.
    private static let elevationMask = 10.0
    /// GSA has room for so many of one system.
    private static let usedPerSystem = 12

    /// Everything above the horizon; `isUsed` tells what stands in the solution.
    private(set) var satellites: [Satellite] = []
    /// `nil` where there is no solution.
    private(set) var dilution: DilutionOfPrecision?

    /// How far a receiver has got.
    enum Reception: Sendable, Hashable {
        /// Searching from nothing: the share of the sky found so far, 0...1.
        case acquiring(Double)
        /// Everything is received.
        case tracking
        /// It knows where the satellites are and hears none: a tunnel.
        case blocked
    }

    init(from place: Coordinate, altitude: Double, at time: Timestamp, reception: Reception, seed: UInt64) {
        var directions: [(elevation: Double, azimuth: Double)] = []
        var used: [Satellite.Constellation: Int] = [:]
        for sighting in NominalConstellation.sightings(from: place, altitude: altitude, at: time) {
            var satellite = Satellite(constellation: sighting.constellation, identifier: sighting.identifier)
            satellite.elevation = sighting.elevation
            satellite.azimuth = sighting.azimuth
            if reception != .blocked {
                satellite.signalStrength = Self.strength(of: sighting, at: time, seed: seed)
            }
            if reception == .tracking, sighting.elevation >= Self.elevationMask,
                used[sighting.constellation, default: 0] < Self.usedPerSystem
            {
                used[sighting.constellation, default: 0] += 1
                satellite.isUsed = true
                directions.append((sighting.elevation, sighting.azimuth))
            }
            satellites.append(satellite)
        }
        dilution = DilutionOfPrecision(of: directions)
        if case .acquiring(let share) = reception {
            satellites = Array(satellites.prefix(Int(Double(satellites.count) * min(max(share, 0), 1))))
        }
    }

    /// dB-Hz: a patch antenna hears what stands high, and trees and walls change with the minutes.
    private static func strength(of sighting: NominalConstellation.Sighting, at time: Timestamp, seed: UInt64) -> Double
    {
        let minute = UInt64(bitPattern: time.milliseconds / 60_000)
        var shade = SplitMix64(seed: seed ^ minute &* 0x1_0001 ^ UInt64(sighting.identifier) << 48)
        return 27 + 18 * sin(sighting.elevation * .pi / 180) + 6 * (shade.nextUnit() - 0.5)
    }
}
