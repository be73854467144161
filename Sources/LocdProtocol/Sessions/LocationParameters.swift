public import LocationModel

/// The parameters of `Location`: the desired accuracy and the timeout.
public struct LocationParameters: LabelledParameters, Hashable {
    /// The names of all members.
    public static var parameterNames: Set<String> { ["label", "desiredAccuracy", "timeout"] }

    /// The label that the client gives itself.
    public var label: String?
    /// A name of Core Location, or metres; absent: best.
    public var desiredAccuracy: String?
    /// The timeout in seconds, 0.1 to 3600; absent: 10.
    public var timeout: Double?

    /// Requests a location.
    public init(label: String? = nil, desiredAccuracy: DesiredAccuracy? = nil, timeout: Double? = nil) {
        self.label = label
        self.desiredAccuracy = desiredAccuracy?.description
        self.timeout = timeout
    }
}
