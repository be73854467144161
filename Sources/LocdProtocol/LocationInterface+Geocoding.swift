public import LocationModel

extension LocationInterface {
    /// `ReverseGeocode`: what is at a place.
    public enum ReverseGeocode: VarlinkMethod {
        /// Where.
        public typealias Parameters = ReverseGeocodeParameters
        /// What is there.
        public struct Reply: Codable, Sendable, Hashable {
            /// The most likely first.
            public var placemarks: [Placemark]

            /// Answers with placemarks.
            public init(placemarks: [Placemark]) {
                self.placemarks = placemarks
            }
        }
        /// The full name.
        public static let name = "org.locd.Location.ReverseGeocode"
    }

    /// `Geocode`: where what is called so is.
    public enum Geocode: VarlinkMethod {
        /// What.
        public typealias Parameters = GeocodeParameters
        /// Where it is.
        public struct Reply: Codable, Sendable, Hashable {
            /// The most likely first.
            public var placemarks: [Placemark]
            /// Whether something of the address was not understood.
            public var isPartial: Bool

            /// Answers with placemarks.
            public init(placemarks: [Placemark], isPartial: Bool) {
                self.placemarks = placemarks
                self.isPartial = isPartial
            }
        }
        /// The full name.
        public static let name = "org.locd.Location.Geocode"
    }
}
