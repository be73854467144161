extension JSONMembers {
    /// Whether the type is that of a location, as that of nearly all lines is.
    package var isLocation: Bool {
        mutating get { spells("type", "location") }
    }

    /// A location, without the detour over all that an event may be.
    package mutating func location() throws(MemberFault) -> Location {
        try Location(from: &self)
    }

    /// The type if it is that of an event.
    package mutating func kind() -> LocationEvent.Kind? {
        word("type", as: LocationEvent.Kind.self)
    }

    /// The event of a type; see ``LocationEvent/read(_:from:)``.
    package mutating func event(_ kind: LocationEvent.Kind) throws(MemberFault) -> LocationEvent? {
        try LocationEvent.read(kind, from: &self)
    }
}
