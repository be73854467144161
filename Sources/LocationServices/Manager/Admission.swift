internal import LocationModel

/// The first stage of ``ManagerCore``: which of the hub's reports a client may still have.
///
/// Reports are on their way while a client stops, starts again or is authorized for something else. Each was made for one start
/// of the client, which tells how much of it still counts.
struct Admission: Sendable {
    /// The services that may receive a report.
    enum Verdict {
        /// None: it was made for another authorization.
        case nobody
        /// All services except standard updates, which have restarted since.
        case otherServices
        /// All services.
        case everybody
    }

    /// The client's authorization.
    private(set) var authorization: Authorization
    /// How often updates were started, or everything restarted because the authorization changed.
    private(set) var starts = 0
    /// The first start of the present authorization.
    private var firstStart = 0

    /// No start yet.
    init(_ authorization: Authorization) {
        self.authorization = authorization
    }

    /// Updates started.
    mutating func start() {
        starts += 1
    }

    /// Everything restarts: nothing that was reported so far counts.
    mutating func beginAnew() {
        starts += 1
        firstStart = starts
    }

    /// The authorization changed.
    mutating func authorize(_ new: Authorization) {
        authorization = new
    }

    /// The services that may receive what was reported to a start.
    func verdict(onReportsFor start: Int) -> Verdict {
        start == starts ? .everybody : start >= firstStart ? .otherServices : .nobody
    }
}
