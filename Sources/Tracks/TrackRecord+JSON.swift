public import LocationModel

extension JSONLine {
    /// Appends one record as one line of the track format, `type` first.
    public mutating func append(_ record: TrackRecord) {
        switch record {
        case .event(let event): append(event)
        case .header(let header):
            begin(type: "header")
            member("schema", header.schema)
            if let version = header.version { member("version", version) }
            if let receiver = header.receiver { member("receiver", receiver) }
            end()
        case .loss(let loss):
            begin(type: "loss")
            member("from", loss.from)
            member("to", loss.to)
            member("lines", loss.lines)
            member("cause", loss.cause.rawValue)
            end()
        }
    }
}
