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
    /// Whether its visits are monitored.
    var monitorsVisits = false
    /// What its services must not forget.
    var services = ServiceState()
    /// What it has not been told, in order: objects as `Events` tells them.
    var waiting: [ReportedEvent] = []
    /// How much was given up because too much waited.
    var dropped = 0

    init(client: ClientIdentity, authorization: Authorization) {
        self.client = client
        self.authorization = authorization
    }
}
