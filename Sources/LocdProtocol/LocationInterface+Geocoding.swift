public import LocationModel

extension LocationInterface {
    static let geocodingMethods: [any VarlinkMethod.Type] = [
        ReverseGeocode.self, Geocode.self,
    ]

    /// `ReverseGeocode`: what is at a place.
    public enum ReverseGeocode: LocationMethod {
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
    }

    /// `Geocode`: where what is called so is.
    public enum Geocode: LocationMethod {
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
    }
}
