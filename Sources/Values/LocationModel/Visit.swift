/// A stay at a place, reported once while it lasts and once more when it is over.
public struct Visit: Sendable, Hashable {
    /// The time of the location that caused this report; never before ``arrivalDate`` or ``departureDate``.
    public var timestamp: Timestamp
    /// When the visit began; `nil` if unknown, because visits were not monitored before.
    public var arrivalDate: Timestamp?
    /// When the visit ended; `nil` while it lasts.
    public var departureDate: Timestamp?
    /// The time of the first known location of the visit: the same in all reports of one visit, and unique to it. `nil`
    /// if an earlier version wrote the visit.
    public var since: Timestamp?
    /// The middle of the place, degrees WGS 84.
    public var coordinate: Coordinate
    /// Radius in metres around the middle that contained 68 % of the positions; greater than 0.
    public var horizontalAccuracy: Double?

    /// Creates a visit.
    public init(
        timestamp: Timestamp, arrivalDate: Timestamp?, departureDate: Timestamp?, coordinate: Coordinate,
        horizontalAccuracy: Double? = nil, since: Timestamp? = nil
    ) {
        self.timestamp = timestamp
        self.arrivalDate = arrivalDate
        self.departureDate = departureDate
        self.coordinate = coordinate
        self.horizontalAccuracy = horizontalAccuracy
        self.since = since
    }
}

extension Visit: JSONRecord {
    package func write(to members: inout some MemberWriter) {
        members.member("timestamp", timestamp)
        members.member(ifKnown: "since", since)
        members.member(ifKnown: "arrivalDate", arrivalDate)
        members.member(ifKnown: "departureDate", departureDate)
        members.place(coordinate)
        members.accuracy("horizontalAccuracy", horizontalAccuracy)
    }

    package init(from members: inout some MemberReader) throws(MemberFault) {
        let timestamp = try members.requiredMoment("timestamp")
        let since = members.moment("since")
        self.init(
            timestamp: timestamp, arrivalDate: members.moment("arrivalDate"),
            departureDate: members.moment("departureDate"), coordinate: try members.requiredPlace(),
            horizontalAccuracy: members.accuracy("horizontalAccuracy"), since: since)
    }
}
