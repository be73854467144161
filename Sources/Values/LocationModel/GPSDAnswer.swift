/// A gpsd's report about itself.
package struct GPSDAnswer: Sendable, Hashable {
    package struct Device: Sendable, Hashable {
        /// The path: `/dev/ttyUSB0`.
        package var path: String
        /// gpsd's name of the driver; `nil` before gpsd recognised the device's protocol.
        package var driver: String?

        package init(path: String, driver: String? = nil) {
            self.path = path
            self.driver = driver
        }
    }

    /// The release, `3.22`; `nil` if the answer does not come from a gpsd.
    package var release: String?
    /// The devices; `nil` if gpsd did not report them.
    package var devices: [Device]?
    /// The system's error text if there is no connection, or nothing comes from it: "Connection refused".
    package var failure: String?

    package init(release: String? = nil, devices: [Device]? = nil, failure: String? = nil) {
        self.release = release
        self.devices = devices
        self.failure = failure
    }
}
