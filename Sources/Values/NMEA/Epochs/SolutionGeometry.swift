/// What the GSA sentences of one epoch say together.
struct SolutionGeometry: Sendable {
    /// The most dimensions that one of them claims.
    var dimensions: Int?
    var hdop: Double?
    var vdop: Double?
    /// Satellites in all of them.
    var satellites = 0

    mutating func add(_ gsa: GSA) {
        if let claimed = gsa.dimensions { dimensions = max(dimensions ?? claimed, claimed) }
        hdop = gsa.hdop ?? hdop
        vdop = gsa.vdop ?? vdop
        satellites += gsa.satellites.count
    }
}
