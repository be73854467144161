extension DesiredAccuracy: Codable {
    /// Reads what ``description`` writes.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let accuracy = DesiredAccuracy(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "invalid accuracy: \(text)")
        }
        self = accuracy
    }

    /// Writes the ``description``.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
