/// The parameters of `Updates`: the label and the settings, in one object.
public struct UpdatesParameters: LabelledParameters, Hashable {
    /// The label that the client gives itself.
    public var label: String?
    /// The settings of the session.
    public var settings: SessionSettings

    private enum CodingKeys: String, CodingKey {
        case label
    }

    /// Reads both from one object.
    public init(from decoder: any Decoder) throws {
        label = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(String.self, forKey: .label)
        settings = try SessionSettings(from: decoder)
    }

    /// Writes both into one object.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(label, forKey: .label)
        try settings.encode(to: encoder)
    }
}
