/// A stay at a place: told once while it goes on, and once more when it is over.
public struct Visit: Sendable, Hashable {
    /// The time of the location that brought the news; never before ``arrivalDate`` or ``departureDate``.
    public var timestamp: Timestamp
    /// When it began; `nil` where that is not known, because nobody looked before.
    public var arrivalDate: Timestamp?
    /// When it ended; `nil` while it goes on.
    public var departureDate: Timestamp?
    /// The first location there, as far as is known: the same each time that one visit is told, and in no other visit.
    /// `nil` in what a version before this wrote.
    public var since: Timestamp?
    /// The middle of the place, degrees WGS 84.
    public var coordinate: Coordinate
    /// Radius in metres around the middle that held 68 % of the positions; greater than 0.
    public var horizontalAccuracy: Double?

    /// A stay at a place.
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
            horizontalAccuracy: members.positive("horizontalAccuracy"), since: since)
    }
}
