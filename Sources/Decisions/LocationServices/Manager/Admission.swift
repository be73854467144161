internal import LocationModel

/// The first stage of ``ManagerCore``: which of the hub's reports a client may still receive.
///
/// While a client stops, starts again or gets another authorization, reports are under way. Each was made for one start
/// of the client, which determines how much of it is still valid.
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
    /// The first start with the present authorization.
    private var firstStart = 0

    /// No start yet.
    init(_ authorization: Authorization) {
        self.authorization = authorization
    }

    /// Updates started.
    mutating func start() {
        starts += 1
    }

    /// Everything restarts: earlier reports are invalid.
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
