/// An epoch while its sentences come in.
struct Draft: Sendable {
    var time: TimeOfDay?
    /// Whether its report has gone out; what comes later of it is too late.
    var isReported = false
    /// Whether any sentence about a position came, be it without one.
    var hasVerdict = false
    /// Some sentence claims a position.
    var isClaimed = false
    /// Some sentence says that there is none.
    var isDenied = false
    var status: FixStatus?
    var position: Position?
    var altitude: Double?
    var geoidSeparation: Double?
    var ellipsoidalAltitude: Double?
    var speed: Double?
    var course: Double?
    var date: CalendarDate?
    var satellitesUsed: Int?
    var hdop: Double?
    var dimensions: Int?
    var gsa: SolutionGeometry?
    var gst: GST?
    var pgrme: PGRME?
    var pubx: PUBX00?

    /// Whether it is a fix as far as it has come.
    var hasFix: Bool { isClaimed && !isDenied }

    /// Counts one sentence's verdict: whether there is a position.
    mutating func judge(_ isValid: Bool, _ status: FixStatus?) {
        hasVerdict = true
        if isValid { isClaimed = true } else { isDenied = true }
        if let status, self.status == nil || self.status == .autonomous { self.status = status }
    }
}
