import LocationModel
import LocationServices
import LocdProtocol

/// What is kept of a client while it is away, and over a restart.
struct ClientRecord: Codable, Sendable {
    /// The form of the file.
    static let schema = 1

    /// The form of this record.
    var schema = Self.schema
    /// Whose it is.
    var client: ClientIdentity
    /// What it might have when it was last there; absent of one that was kept before that was decided: everything.
    var authorization: Authorization?
    /// Its regions.
    var regions: [ReportedRegion] = []
    /// When regions end that do not last until they are removed, by identifier; absent: none of them ends.
    var ends: [String: Timestamp]?
    /// The identifiers of regions that hooks and other clients are told of too; absent: none.
    var shared: [String]?
    /// Whether its visits are monitored.
    var monitorsVisits = false
    /// What its services must not forget.
    var services = ServiceState()
    /// Its undelivered events, in order: objects as in `Events`.
    var waiting: [ReportedEvent] = []
    /// How much was given up because too much waited.
    var dropped = 0

    init(client: ClientIdentity, authorization: Authorization) {
        self.client = client
        self.authorization = authorization
    }
}
