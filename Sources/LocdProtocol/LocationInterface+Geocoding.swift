public import LocationModel

extension LocationInterface {
    static let geocodingMethods: [any VarlinkMethod.Type] = [
        ReverseGeocode.self, Geocode.self,
    ]

    /// `ReverseGeocode`: the places at a coordinate.
    public enum ReverseGeocode: LocationMethod {
        /// The coordinate.
        public typealias Parameters = ReverseGeocodeParameters
        /// The places.
        public struct Reply: Codable, Sendable, Hashable {
            /// The places, the most likely first.
            public var placemarks: [Placemark]

            /// Answers with placemarks.
            public init(placemarks: [Placemark]) {
                self.placemarks = placemarks
            }
        }
    }

    /// `Geocode`: the location of a named place.
    public enum Geocode: LocationMethod {
        /// The address.
        public typealias Parameters = GeocodeParameters
        /// The places.
        public struct Reply: Codable, Sendable, Hashable {
            /// The places, the most likely first.
            public var placemarks: [Placemark]
            /// Whether part of the address was ignored.
            public var isPartial: Bool

            /// Answers with placemarks.
            public init(placemarks: [Placemark], isPartial: Bool) {
                self.placemarks = placemarks
                self.isPartial = isPartial
            }
        }
    }
}
