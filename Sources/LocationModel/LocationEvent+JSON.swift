extension LocationEvent {
    /// Writes the type and the members after it.
    package func write(to members: inout some MemberWriter) {
        let typed = typed
        members.member("type", typed.kind.rawValue)
        typed.record.write(to: &members)
    }

    /// The type of the event.
    package var kind: Kind { typed.kind }
}
