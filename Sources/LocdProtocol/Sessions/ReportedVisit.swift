public import LocationModel

/// A visit as the socket tells it.
public struct ReportedVisit: Codable, Sendable, Hashable {
    /// The time of the location that brought the news, UTC, RFC 3339 with milliseconds.
    public var timestamp: String
    /// The first location there that is known: the same each time that one visit is told.
    public var since: String?
    /// When it began.
    public var arrivalDate: String?
    /// When it ended.
    public var departureDate: String?
    /// Degrees north.
    public var latitude: Double
    /// Degrees east.
    public var longitude: Double
    /// Radius in metres.
    public var horizontalAccuracy: Double?

    /// The visit that is meant; `nil` where its time or its place is none.
    public var visit: Visit? {
        let coordinate = Coordinate(latitude: latitude, longitude: longitude)
        guard let timestamp = Timestamp(timestamp), coordinate.isValid else { return nil }
        return Visit(
            timestamp: timestamp, arrivalDate: arrivalDate.flatMap { Timestamp($0) },
            departureDate: departureDate.flatMap { Timestamp($0) }, coordinate: coordinate,
            horizontalAccuracy: horizontalAccuracy, since: since.flatMap { Timestamp($0) })
    }
}
