/// The parameters of `RemoveRegion` and `RegionState`.
public struct RegionParameters: LabelledParameters, Hashable {
    /// The names of all members.
    public static var parameterNames: Set<String> { ["label", "identifier"] }

    /// The label that the client gives itself.
    public var label: String?
    /// The region.
    public var identifier: String

    /// A region of a client.
    public init(label: String? = nil, identifier: String) {
        self.label = label
        self.identifier = identifier
    }
}

/// The parameters of `AddRegion`.
public struct AddRegionParameters: LabelledParameters, Hashable {
    /// The names of all members.
    public static var parameterNames: Set<String> { ["label", "region"] }

    /// The label that the client gives itself.
    public var label: String?
    /// The region.
    public var region: ReportedRegion

    /// A region for a client.
    public init(label: String? = nil, region: ReportedRegion) {
        self.label = label
        self.region = region
    }
}
