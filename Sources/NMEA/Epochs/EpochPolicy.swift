/// What the assembler cannot know from the sentences. It reads no clock.
public struct EpochPolicy: Sendable, Hashable {
    /// Milliseconds since 1970 near which the receiver's dates must lie; a date more than 512 weeks away from it is
    /// moved by multiples of 1024 weeks. For a live receiver only: the build date or the newest track line.
    /// `nil`: dates stay as they are.
    public var rolloverReference: Int64?

    /// Milliseconds since 1970 near which a time of day lies that comes without any date: the system's time where it
    /// is synchronised, or a date given for a recording. Within twelve hours. `nil`: such an epoch has no ``Epoch/time``.
    public var presumedMoment: Int64?

    /// Metres of error of one range measurement, one sigma, of the satellites alone; times a dilution it gives an
    /// accuracy. 5.1 is the user equivalent range error without selective availability in Parkinson and Spilker,
    /// "Global Positioning System: Theory and Applications" (1996), volume I, chapter 11.
    public var rangeError = 5.1

    /// The same with corrections (quality 2, 3, 4 and 5): half. A cautious convention: receivers whose corrections are
    /// worth more say so in GST.
    public var correctedRangeError = 2.55

    /// No snapping, no presumed date.
    public init() {}
}
