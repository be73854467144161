internal import LocationModel

extension Configuration {
    /// Where fixes come from.
    public struct Receiver: Sendable, Hashable {
        /// The receiver to read.
        package var source = Source.gpsd(GPSDAddress())
        /// Seconds without a report before the fix is stale, 1 to 3600.
        public var staleAfter = 5.0
        /// The look interval in seconds, 1 to 86400: how often to look for a fix while the receiver is released because
        /// the recorder is paused or demand is coarse. `nil` never releases the receiver for these reasons.
        public var powerSaving: Double?

        /// The defaults.
        public init() {}
    }
}
