extension CLMonitor {
    /// Being within a distance of a point, in metres.
    public struct CircularGeographicCondition: CLCondition {
        /// The middle.
        public let center: CLLocationCoordinate2D
        /// Metres.
        public let radius: CLLocationDistance

        /// A circle around a point.
        public init(center: CLLocationCoordinate2D, radius: CLLocationDistance) {
            self.center = center
            self.radius = radius
        }

        private enum CodingKeys: String, CodingKey {
            case latitude, longitude, radius
        }

        /// Reads latitude, longitude and radius.
        public init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            center = CLLocationCoordinate2D(
                latitude: try values.decode(Double.self, forKey: .latitude),
                longitude: try values.decode(Double.self, forKey: .longitude))
            radius = try values.decode(Double.self, forKey: .radius)
        }

        /// Writes latitude, longitude and radius.
        public func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encode(center.latitude, forKey: .latitude)
            try values.encode(center.longitude, forKey: .longitude)
            try values.encode(radius, forKey: .radius)
        }
    }

    /// Being near beacons. Without a daemon that listens to beacons, the condition is reported as unsupported.
    public struct BeaconIdentityCondition: CLCondition {
        /// The UUID of a group of beacons.
        public let uuid: UUID
        /// The major value; `nil`: any.
        public let major: CLBeaconMajorValue?
        /// The minor value; `nil`: any.
        public let minor: CLBeaconMinorValue?

        /// All beacons of a UUID.
        public init(uuid: UUID) {
            (self.uuid, major, minor) = (uuid, nil, nil)
        }

        /// Those with one major value.
        public init(uuid: UUID, major: CLBeaconMajorValue) {
            (self.uuid, self.major, minor) = (uuid, major, nil)
        }

        /// One beacon.
        public init(uuid: UUID, major: CLBeaconMajorValue, minor: CLBeaconMinorValue) {
            (self.uuid, self.major, self.minor) = (uuid, major, minor)
        }
    }
}
