public import LocationModel

/// The accuracy of a receiver that did not move.
public struct StationaryAccuracy: Sendable, Hashable {
    /// The number of locations.
    public let count: Int
    /// Their mean position.
    public let mean: Coordinate
    /// Their mean altitude, in metres above mean sea level.
    public let meanAltitude: Double?
    /// The standard deviation of their altitudes in metres.
    public let altitudeDeviation: Double?
    /// The radius in metres around the mean that contains half of the locations.
    public let cep50: Double
    /// The radius that contains 68 % of them, which `horizontalAccuracy` should match.
    public let cep68: Double
    /// The radius that contains 95 % of them.
    public let cep95: Double
    /// The distance in metres from the mean to the farthest location.
    public let maximumDeviation: Double
    /// The distance in metres between the means of the first and the last quarter.
    public let drift: Double
    /// The median of the accuracies that the receiver reported, in metres; `nil` if it reported none.
    public let claimedAccuracy: Double?

    /// Measures locations; `nil` if the list is empty. The true position is unknown, so an error that all locations
    /// share does not show.
    public init?(_ locations: [Location]) {
        guard let origin = locations.first?.coordinate else { return nil }
        count = locations.count
        let mean = Self.mean(locations[...], from: origin)
        self.mean = mean
        let deviations = locations.map { $0.coordinate.distance(to: mean) }.sorted()
        func radius(_ share: Double) -> Double {
            // Nearest rank: the smallest radius that contains this share.
            deviations[max(Int(rounding: share * Double(deviations.count), .up), 1) - 1]
        }
        cep50 = radius(0.5)
        cep68 = radius(0.68)
        cep95 = radius(0.95)
        maximumDeviation = radius(1)
        let quarter = max(locations.count / 4, 1)
        drift = Self.mean(locations.prefix(quarter), from: origin)
            .distance(to: Self.mean(locations.suffix(quarter), from: origin))
        let claims = locations.compactMap(\.horizontalAccuracy).sorted()
        claimedAccuracy = claims.isEmpty ? nil : claims[claims.count / 2]
        let altitudes = locations.compactMap(\.altitude)
        if altitudes.isEmpty {
            meanAltitude = nil
            altitudeDeviation = nil
        } else {
            let mean = altitudes.reduce(0, +) / Double(altitudes.count)
            meanAltitude = mean
            let squares = altitudes.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
            altitudeDeviation = (squares / Double(altitudes.count)).squareRoot()
        }
    }

    private static func mean(_ locations: ArraySlice<Location>, from origin: Coordinate) -> Coordinate {
        var north = 0.0
        var east = 0.0
        for location in locations {
            north += location.coordinate.latitude - origin.latitude
            east += wrappedLongitude(location.coordinate.longitude - origin.longitude)
        }
        let count = Double(locations.count)
        return Coordinate(
            latitude: origin.latitude + north / count, longitude: wrappedLongitude(origin.longitude + east / count))
    }
}
