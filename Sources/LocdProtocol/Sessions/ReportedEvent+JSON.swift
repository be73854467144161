public import LocationModel

extension ReportedEvent {
    /// An event, to be told or kept; `nil` for one that JSON cannot say, which there is no reason for.
    public init?(_ event: LocationEvent) {
        var line = JSONLine()
        line.append(event)
        guard let message = try? VarlinkMessage(line.bytes), let read = try? message.decode(ReportedEvent.self) else {
            return nil
        }
        self = read
    }
}
