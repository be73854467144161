extension Coordinate: Codable {
    private enum CodingKeys: String, CodingKey {
        case latitude
        case longitude
    }

    /// Reads two numbers, in degrees; throws if the coordinate is not ``isValid``.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            latitude: try container.decode(Double.self, forKey: .latitude),
            longitude: try container.decode(Double.self, forKey: .longitude))
        guard isValid else {
            throw DecodingError.dataCorruptedError(
                forKey: .latitude, in: container, debugDescription: "not on Earth: \(latitude), \(longitude)")
        }
    }

    /// Writes two numbers, in degrees.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(latitude, forKey: .latitude)
        try container.encode(longitude, forKey: .longitude)
    }
}
