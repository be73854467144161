extension Configuration {
    /// The sensors other than the receiver.
    public struct Sensors: Sendable, Hashable {
        /// Whether headings come from the compass of this machine, too.
        public var compass = false
        /// Whether the daemon listens to Bluetooth beacons.
        public var beacons = false

        /// The defaults: no sensor is read.
        public init() {}
    }
}
