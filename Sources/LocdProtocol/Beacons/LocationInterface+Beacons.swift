extension LocationInterface {
    static let beaconMethods: [any VarlinkMethod.Type] = [ReportAdvertisements.self]

    /// `ReportAdvertisements`: reports Bluetooth advertisements that another receiver heard.
    public enum ReportAdvertisements: LocationMethod {
        /// The advertisements.
        public typealias Parameters = AdvertisementsParameters
        /// How many of them are beacons.
        public struct Reply: Codable, Sendable, Hashable {
            /// The number of advertisements that are those of beacons.
            public var beacons: Int

            /// Answers with a number.
            public init(beacons: Int) {
                self.beacons = beacons
            }
        }
    }
}
