import Glibc
import LocationModel
import SystemSupport

/// The view of the antenna: the satellites, and their geometry.
struct SimulatedSky: Sendable {
    /// Satellites below this elevation in degrees are seen but not used, as in most receivers by default.
    private static let elevationMask = 10.0
    /// dB-Hz below which a satellite is not used, and below which it is lost.
    private static let weakest = (used: 18.0, tracked: 10.0)
    /// GSA has room for this many of one system.
    private static let usedPerSystem = 12

    /// All satellites above the horizon; `isUsed` marks those in the solution.
    private(set) var satellites: [Satellite] = []
    /// `nil` without a solution.
    private(set) var dilution: DilutionOfPrecision?

    /// The progress of the receiver.
    enum Reception: Sendable, Hashable {
        /// A cold search: the share of the sky found so far, 0...1.
        case acquiring(Double)
        /// All satellites are received.
        case tracking
        /// It knows the satellites and receives none: a tunnel.
        case blocked
    }

    /// `jamming`: the dB by which a jammer makes every signal weaker.
    init(
        from place: Coordinate, altitude: Double, at time: Timestamp, reception: Reception, jamming: Double = 0,
        seed: UInt64
    ) {
        var directions: [(elevation: Double, azimuth: Double)] = []
        var used: [Satellite.Constellation: Int] = [:]
        for sighting in NominalConstellation.sightings(from: place, altitude: altitude, at: time) {
            var satellite = Satellite(constellation: sighting.constellation, identifier: sighting.identifier)
            satellite.elevation = sighting.elevation
            satellite.azimuth = sighting.azimuth
            if reception != .blocked {
                let strength = Self.strength(of: sighting, at: time, seed: seed) - jamming
                satellite.signalStrength = strength >= Self.weakest.tracked ? strength : nil
            }
            if reception == .tracking, satellite.signalStrength ?? 0 >= Self.weakest.used,
                sighting.elevation >= Self.elevationMask,
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
            satellites = Array(
                satellites.prefix(Int(rounding: Double(satellites.count) * min(max(share, 0), 1), .towardZero)))
        }
    }

    /// dB-Hz: a patch antenna receives high satellites best, and trees and walls change with time.
    private static func strength(of sighting: NominalConstellation.Sighting, at time: Timestamp, seed: UInt64) -> Double
    {
        let minute = UInt64(bitPattern: time.milliseconds / 60_000)
        var shade = SplitMix64(seed: seed ^ minute &* 0x1_0001 ^ UInt64(sighting.identifier) << 48)
        return 27 + 18 * sin(sighting.elevation * .pi / 180) + 6 * (shade.nextUnit() - 0.5)
    }
}
