extension JSONMembers {
    /// Whether the type is that of a location, as in nearly all lines.
    package var isLocation: Bool {
        mutating get { spells("type", "location") }
    }

    /// Reads a location directly, without checking the other types of events.
    package mutating func location() throws(MemberFault) -> Location {
        try Location(from: &self)
    }

    /// The type, if it is that of an event.
    package mutating func kind() -> LocationEvent.Kind? {
        word("type", as: LocationEvent.Kind.self)
    }

    /// Reads an event of a type; see ``LocationEvent/read(_:from:)``.
    package mutating func event(_ kind: LocationEvent.Kind) throws(MemberFault) -> LocationEvent? {
        try LocationEvent.read(kind, from: &self)
    }
}
