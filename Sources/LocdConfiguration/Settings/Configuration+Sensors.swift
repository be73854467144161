extension Configuration {
    /// The sensors other than the receiver.
    public struct Sensors: Sendable, Hashable {
        /// Where the kernel lists the devices of its Industrial I/O subsystem.
        public static let devices = "/sys/bus/iio/devices"

        /// Whether headings come from the compass of this machine, too.
        public var compass = false
        /// Whether the daemon listens to Bluetooth beacons.
        public var beacons = false
        /// The folder in which the kernel lists step counters; `nil`: steps are not counted.
        public var steps: String?

        /// The defaults: no sensor is read.
        public init() {}
    }
}
