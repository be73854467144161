import CoreLocation

// What clients add themselves: a conformance of the module's own would make each an error.
extension CLLocationCoordinate2D: @retroactive Equatable, @retroactive Hashable, @retroactive Codable,
    @retroactive CustomStringConvertible
{
    enum CodingKeys: String, CodingKey { case latitude, longitude }

    /// As a client has it.
    public static func == (left: Self, right: Self) -> Bool {
        left.latitude == right.latitude && left.longitude == right.longitude
    }

    /// As a client has it.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(latitude)
        hasher.combine(longitude)
    }

    /// As a client has it.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            latitude: try values.decode(Double.self, forKey: .latitude),
            longitude: try values.decode(Double.self, forKey: .longitude))
    }

    /// As a client has it.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(latitude, forKey: .latitude)
        try values.encode(longitude, forKey: .longitude)
    }

    /// As a client has it.
    public var description: String { "\(latitude), \(longitude)" }
}

extension CLAuthorizationStatus: @retroactive CustomStringConvertible {
    /// As a client has it.
    public var description: String {
        switch self {
        case .notDetermined: "not determined"
        case .restricted: "restricted"
        case .denied: "denied"
        case .authorizedAlways: "always"
        case .authorizedWhenInUse: "when in use"
        @unknown default: "unknown"
        }
    }
}

extension CLAccuracyAuthorization: @retroactive CustomStringConvertible {
    /// As a client has it.
    public var description: String { self == .fullAccuracy ? "full" : "reduced" }
}
