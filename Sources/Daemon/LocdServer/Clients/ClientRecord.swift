import LocationModel
import LocationServices
import LocdProtocol

/// What is stored of a client while it is away, and over a restart.
struct ClientRecord: Codable, Sendable {
    /// The form of the file.
    static let schema = 1

    /// The form of this record.
    var schema = Self.schema
    /// The owner.
    var client: ClientIdentity
    /// Its authorization when it was last connected; absent in records from before authorizations were stored:
    /// everything.
    var authorization: Authorization?
    /// Whether a decision or a rule of the policy gave it, since the client is away; absent: no.
    var isDecided: Bool?
    var regions: [ReportedRegion] = []
    /// When regions with an end are removed, by identifier; absent: none ends.
    var ends: [String: Timestamp]?
    /// The identifiers of regions whose events hooks and other clients receive, too; absent: none.
    var shared: [String]?
    var monitorsVisits = false
    /// Whether it is started for significant changes; absent: no.
    var monitorsChanges: Bool?
    /// When the latest significant change happened that it does not know of; absent: it knows all.
    var missedChange: Timestamp?
    /// The state that its services must not lose.
    var services = ServiceState()
    /// Its undelivered events, in order: objects as in `Events`.
    var waiting: [ReportedEvent] = []
    /// The number of events that were dropped because too many waited.
    var dropped = 0
}
