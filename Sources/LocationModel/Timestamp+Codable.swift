extension Timestamp: Codable {
    /// Reads RFC 3339 text.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let timestamp = Timestamp(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a moment of RFC 3339: \(text)")
        }
        self = timestamp
    }

    /// Writes RFC 3339 with milliseconds, UTC.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
