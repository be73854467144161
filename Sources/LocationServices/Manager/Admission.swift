internal import LocationModel

/// The first stage of ``ManagerCore``: which of the hub's reports a client may still have.
///
/// Reports are on their way while a client stops, starts again or is authorized for something else. Each was made for one start
/// of the client, which tells how much of it still counts.
struct Admission: Sendable {
    /// Who may have a report.
    enum Verdict {
        /// Nobody: it was made for another authorization.
        case nobody
        /// All services but standard updates, which started anew since.
        case otherServices
        /// All services.
        case everybody
    }

    /// What the client may have.
    private(set) var authorization: Authorization
    /// How often updates were started, or everything began anew because the client may have something else.
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

    /// Everything begins anew: nothing that was reported so far counts.
    mutating func beginAnew() {
        starts += 1
        firstStart = starts
    }

    /// The client may have something else from now on.
    mutating func authorize(_ new: Authorization) {
        authorization = new
    }

    /// Who may have what was reported to a start.
    func verdict(onReportsFor start: Int) -> Verdict {
        start == starts ? .everybody : start >= firstStart ? .otherServices : .nobody
    }
}
