public import LocationModel

/// The parameters of `RemoveRegion` and `RegionState`.
public struct RegionParameters: LabelledParameters, Hashable {
    /// The names of all members.
    public static var parameterNames: Set<String> { ["label", "identifier"] }

    /// The label that the client gives itself.
    public var label: String?
    /// The identifier of the region.
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
    public static var parameterNames: Set<String> { ["label", "region", "until", "isShared"] }

    /// The label that the client gives itself.
    public var label: String?
    /// The region.
    public var region: ReportedRegion
    /// When the region expires, RFC 3339; absent: it stays until it is removed.
    public var until: String?
    /// Whether hooks and other clients receive its events too, as of an administrator's region; absent: false.
    public var isShared: Bool?

    /// A region for a client.
    public init(label: String? = nil, region: ReportedRegion, until: Timestamp? = nil, isShared: Bool = false) {
        self.label = label
        self.region = region
        self.until = until?.description
        self.isShared = isShared ? true : nil
    }

    /// When the region expires. Throws if it is not a valid time.
    public var end: Timestamp? {
        get throws(VarlinkError) {
            guard let until else { return nil }
            guard let end = Timestamp(until) else { throw .invalidParameter("until") }
            return end
        }
    }
}
