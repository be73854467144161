extension JSONLine {
    /// Appends one event as one line of the track format, `type` first.
    public mutating func append(_ event: LocationEvent) {
        guard case .location(let location) = event else {
            begin()
            event.write(to: &self)
            end()
            return
        }
        append(location)
    }

    /// Appends a location; `isTyped`: as a line of the track, with its type.
    public mutating func append(_ location: Location, isTyped: Bool = true) {
        append(location, as: isTyped ? "location" : nil)
    }

    /// Appends a visit; `isTyped`: as a line of the track, with its type.
    public mutating func append(_ visit: Visit, isTyped: Bool = true) {
        append(visit, as: isTyped ? "visit" : nil)
    }

    /// Appends a heading; `isTyped`: with its type.
    public mutating func append(_ heading: Heading, isTyped: Bool = true) {
        append(heading, as: isTyped ? "heading" : nil)
    }

    /// Appends a record, with a type if one is given.
    package mutating func append(_ record: some JSONRecord, as type: StaticString?) {
        begin(type: type)
        record.write(to: &self)
        end()
    }
}
