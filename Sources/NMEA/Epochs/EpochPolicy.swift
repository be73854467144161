/// What the assembler cannot know from the sentences. It reads no clock.
public struct EpochPolicy: Sendable, Hashable {
    /// Milliseconds since 1970 near which the receiver's dates must lie; a date more than 512 weeks away from it is
    /// moved by multiples of 1024 weeks. For a live receiver only: the build date, or the synchronized clock.
    /// `nil`: dates stay as they are.
    public var rolloverReference: Int64?

    /// Milliseconds since 1970 near which a time of day lies that comes without any date: the system's time where it
    /// is synchronised, or a date given for a recording. Within twelve hours. `nil`: such an epoch has no ``Epoch/time``.
    public var presumedMoment: Int64?

    /// No snapping, no presumed date.
    public init() {}
}
