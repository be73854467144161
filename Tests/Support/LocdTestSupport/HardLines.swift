internal import Glibc
public import LocationModel

/// Lines between points that are hard for geodesics, the same at every run.
public enum HardLines: String, Sendable, CaseIterable, CustomStringConvertible {
    case anywhere, antipodal, nearlyEquatorial, short, polar, equatorial, antimeridian, meridional, sameLatitude

    /// Its name.
    public var description: String { rawValue }

    /// `count` lines.
    public func lines(count: Int) -> [(from: Coordinate, to: Coordinate)] {
        var random = SeededGenerator(seed: rawValue.utf8.reduce(0) { $0 &* 31 &+ UInt64($1) })
        return (0..<count).map { _ in line(&random) }
    }

    private func line(_ random: inout SeededGenerator) -> (from: Coordinate, to: Coordinate) {
        func any(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
        /// From the smallest sizes on, each as often as the next.
        func small(_ exponents: ClosedRange<Double>) -> Double {
            pow(10, any(exponents)) * (Bool.random(using: &random) ? 1 : -1)
        }
        let (latitude, longitude) = (any(-89...89), any(-180...180))
        let other: (latitude: Double, longitude: Double)
        var here = (latitude: latitude, longitude: longitude)
        switch self {
        case .anywhere: other = (any(-90...90), any(-180...180))
        case .antipodal: other = (-latitude + small(-14...0), longitude + 180 + small(-14...0))
        case .nearlyEquatorial:
            here.latitude = small(-14 ... -1)
            other = (here.latitude * any(-1...1), longitude + any(179...181))
        case .short: other = (latitude + small(-12...0), longitude + small(-12...0))
        case .polar:
            here.latitude = any(0...1) < 0.3 ? 90 : 90 - abs(small(-13...0))
            other = (abs(small(-13...0)) - 90, any(-180...180))
        case .equatorial:
            here.latitude = 0
            other = (0, any(-180...180))
        case .antimeridian:
            here.longitude = 180 - abs(small(-10...1))
            other = (any(-90...90), -180 + abs(small(-10...1)))
        case .meridional: other = (any(-90...90), Bool.random(using: &random) ? longitude : longitude + 180)
        case .sameLatitude: other = (Bool.random(using: &random) ? latitude : -latitude, any(-180...180))
        }
        return (
            Coordinate(latitude: here.latitude, longitude: here.longitude),
            Coordinate(latitude: other.latitude, longitude: other.longitude)
        )
    }
}
