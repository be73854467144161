/// What a gpsd said of itself.
package struct GPSDAnswer: Sendable, Hashable {
    /// A device of gpsd.
    package struct Device: Sendable, Hashable {
        /// Its path: `/dev/ttyUSB0`.
        package var path: String
        /// gpsd's name of the driver; `nil` before it recognised what the device sends.
        package var driver: String?

        /// A device.
        package init(path: String, driver: String? = nil) {
            self.path = path
            self.driver = driver
        }
    }

    /// Its release, `3.22`; `nil` where nothing that answers is a gpsd.
    package var release: String?
    /// Its devices; `nil` where it did not say.
    package var devices: [Device]?
    /// The words of the system where there is no connection: "Connection refused".
    package var failure: String?

    /// An answer.
    package init(release: String? = nil, devices: [Device]? = nil, failure: String? = nil) {
        self.release = release
        self.devices = devices
        self.failure = failure
    }
}
