/// An epoch while its sentences come in.
struct Draft: Sendable {
    var time: TimeOfDay?
    /// Whether its report has gone out; what comes later of it is too late.
    var isReported = false
    /// Whether any sentence about a position came, be it without one.
    var hasVerdict = false
    /// The kinds of sentences of which one claims a position, and those of which one says that there is none: a bit
    /// each.
    private var claims: UInt16 = 0
    private var denials: UInt16 = 0
    /// Instruments that say that there is no position, the kinds in which they do, and those that claim one.
    private var deniers: [Talker: UInt16] = [:]
    private var claimants: Set<Talker> = []
    var status: FixStatus?
    var position: Position?
    var altitude: Double?
    var geoidSeparation: Double?
    var ellipsoidalAltitude: Double?
    var speed: Double?
    var course: Double?
    /// Whether RMC has no speed or no course.
    var lacksMotion = false
    /// RMC's, with its time: that of the epoch may be rounded to the other side of midnight.
    var date: (date: CalendarDate, time: TimeOfDay)?
    var satellitesUsed: Int?
    var hdop: Double?
    var dimensions: Int?
    var gsa: SolutionGeometry?
    var gst: GST?
    var pgrme: PGRME?
    var pubx: PUBX00?

    /// Whether it is a fix as far as it has come: some sentence claims a position and none denies it. Where one kind
    /// does both, two receivers share the line, and the one that has a position counts. An instrument (AIS, a plotter)
    /// denies only where it claims, too: else it is another receiver than the one that has a position.
    var hasFix: Bool {
        let own = deniers.reduce(into: denials) { if claimants.contains($1.key) { $0 |= $1.value } }
        return claims != 0 && own & ~claims == 0
    }

    /// Counts one sentence's verdict: whether there is a position. Of the states that satellites give, the best counts.
    mutating func judge(_ isValid: Bool, _ status: FixStatus?, by kind: Cycle.Kind, of talker: Talker?) {
        hasVerdict = true
        let instrument = talker.flatMap { $0.isInstrument ? $0 : nil }
        guard isValid else {
            if let instrument {
                deniers[instrument, default: 0] |= 1 << UInt16(kind.rawValue)
            } else {
                denials |= 1 << UInt16(kind.rawValue)
            }
            return
        }
        claims |= 1 << UInt16(kind.rawValue)
        if let instrument { claimants.insert(instrument) }
        guard let status else { return }
        let present = self.status ?? .autonomous
        if present == .autonomous || present.needsSatellites && status.needsSatellites && status.rank > present.rank {
            self.status = status
        }
    }

    /// Takes figures of the solution. A sentence that claims no position does not replace those of one that does.
    mutating func take(satellitesUsed count: Int?, hdop dilution: Double?, isClaim: Bool) {
        satellitesUsed = isClaim ? count ?? satellitesUsed : satellitesUsed ?? count
        hdop = isClaim ? dilution ?? hdop : hdop ?? dilution
    }
}

/// What the GSA sentences of one epoch say together.
struct SolutionGeometry: Sendable {
    /// The most dimensions that one of them claims.
    var dimensions: Int?
    var hdop: Double?
    var vdop: Double?
    /// Satellites in all of them.
    var satellites = 0
    /// The first of them with satellites: when it comes again, all do.
    private var first: (satellites: SatelliteNumbers, system: SatelliteSystem?)?

    mutating func add(_ gsa: GSA) {
        if let first, first.satellites == gsa.satellites, first.system == gsa.system { satellites = 0 }
        if satellites == 0 { first = gsa.satellites.count > 0 ? (gsa.satellites, gsa.system) : nil }
        if let claimed = gsa.dimensions { dimensions = max(dimensions ?? claimed, claimed) }
        hdop = gsa.hdop ?? hdop
        vdop = gsa.vdop ?? vdop
        satellites += gsa.satellites.count
    }
}
