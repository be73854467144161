extension LocationEvent {
    /// Writes the type and the members behind it.
    package func write(to members: inout some MemberWriter) {
        let typed = typed
        members.member("type", typed.kind.rawValue)
        typed.record.write(to: &members)
    }

    /// The type.
    package var kind: Kind { typed.kind }
}
