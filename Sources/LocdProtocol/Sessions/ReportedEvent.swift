public import LocationModel

/// An event as `Events` tells it: the object that a line of the track holds. The type says which members are there.
public struct ReportedEvent: Codable, Sendable, Hashable {
    /// What happened.
    public enum Kind: String, Codable, Sendable, Hashable, CaseIterable {
        case location, pause, resume, gap, timeReset, visit, region, heading, activity, deferredUpdatesFinished, failure
        case authorization
    }

    /// What happened.
    public var type: Kind
    /// When, UTC, RFC 3339 with milliseconds.
    public var timestamp: String?
    /// Degrees north.
    public var latitude: Double?
    /// Degrees east.
    public var longitude: Double?
    /// Radius in metres.
    public var horizontalAccuracy: Double?
    /// Of a location; see ``ReportedLocation``.
    public var altitude: Double?
    /// Of a location.
    public var ellipsoidalAltitude: Double?
    /// Of a location.
    public var verticalAccuracy: Double?
    /// Of a location.
    public var speed: Double?
    /// Of a location.
    public var speedAccuracy: Double?
    /// Of a location.
    public var course: Double?
    /// Of a location.
    public var courseAccuracy: Double?
    /// Of a location.
    public var fix: String?
    /// Of a location.
    public var satellitesUsed: Int?
    /// Of a location.
    public var hdop: Double?
    /// Of a location.
    public var simulated: Bool?
    /// Why, of a pause, its end, a gap, a region.
    public var cause: String?
    /// The last location before a gap.
    public var from: String?
    /// The first location after a gap.
    public var to: String?
    /// The last time before a correction backwards.
    public var previous: String?
    /// Of a visit.
    public var since: String?
    /// Of a visit.
    public var arrivalDate: String?
    /// Of a visit.
    public var departureDate: String?
    /// Of a region.
    public var identifier: String?
    /// Of a region.
    public var state: RegionState?
    /// Degrees from magnetic north.
    public var magneticHeading: Double?
    /// Degrees from true north.
    public var trueHeading: Double?
    /// Of a heading.
    public var usesOutdatedModel: Bool?
    /// What is being done.
    public var activity: String?
    /// How sure that is.
    public var confidence: String?
    /// Of a failure, or of a deferral that ended early.
    public var error: String?
    /// Of an authorization.
    public var authorizationStatus: AuthorizationStatus?
    /// Of an authorization.
    public var accuracyAuthorization: AccuracyAuthorization?
}
