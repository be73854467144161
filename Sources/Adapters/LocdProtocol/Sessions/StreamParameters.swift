/// The parameters of `Updates`: the label and the settings, in one object.
public struct UpdatesParameters: LabelledParameters, Hashable {
    /// The names of all members.
    public static var parameterNames: Set<String> { SessionSettings.names.union(["label"]) }

    /// The label that the client gives itself.
    public var label: String?
    /// The settings of the session.
    public var settings: SessionSettings

    private enum CodingKeys: String, CodingKey {
        case label
    }

    /// A stream with settings.
    public init(label: String? = nil, settings: SessionSettings = SessionSettings()) {
        self.label = label
        self.settings = settings
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

/// The parameters of `Heading`.
public struct HeadingParameters: LabelledParameters, Hashable {
    /// The names of all members.
    public static var parameterNames: Set<String> { ["label", "headingFilter"] }

    /// The label that the client gives itself.
    public var label: String?
    /// Degrees from the last delivered heading, 0 to 180; 0: all; absent: 1.
    public var headingFilter: Double?

    /// A stream of headings.
    public init(label: String? = nil, headingFilter: Double? = nil) {
        self.label = label
        self.headingFilter = headingFilter
    }
}

/// The parameters of `Events`.
public struct EventsParameters: LabelledParameters, Hashable {
    /// The names of all members.
    public static var parameterNames: Set<String> { ["label", "services", "settings"] }

    /// The label that the client gives itself.
    public var label: String?
    /// The services to start; absent: nothing.
    public var services: [SessionService]?
    /// The settings; absent: all defaults.
    public var settings: SessionSettings?

    /// A stream of events.
    public init(label: String? = nil, services: [SessionService]? = nil, settings: SessionSettings? = nil) {
        self.label = label
        self.services = services
        self.settings = settings
    }
}
