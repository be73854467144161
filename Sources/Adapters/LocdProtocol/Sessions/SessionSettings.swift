public import LocationModel

extension SessionSettings {
    /// The maximum number of constraints that a session ranges.
    private static let maximumRanged = 20

    /// The validated accuracy; `nil` if it is absent.
    /// - Throws: ``VarlinkError/invalidParameter(_:)`` if it is invalid.
    public var effectiveAccuracy: DesiredAccuracy? {
        get throws(VarlinkError) {
            guard let desiredAccuracy else { return nil }
            guard let accuracy = DesiredAccuracy(desiredAccuracy), accuracy.meters <= 100_000 else {
                throw .invalidParameter("desiredAccuracy")
            }
            return accuracy
        }
    }

    /// The beacons to range; empty if they are absent.
    /// - Throws: ``VarlinkError/invalidParameter(_:)`` if they are too many, or one is invalid.
    public var effectiveRangedBeacons: Set<BeaconConstraint> {
        get throws(VarlinkError) {
            let constraints = (rangedBeacons ?? []).map { BeaconConstraint($0) }
            guard constraints.count <= Self.maximumRanged, !constraints.contains(nil) else {
                throw .invalidParameter("rangedBeacons")
            }
            return Set(constraints.compactMap(\.self))
        }
    }

    /// Checks that every value is in its range.
    /// - Throws: ``VarlinkError/invalidParameter(_:)`` with the first one that is not.
    public func validate() throws(VarlinkError) {
        _ = try effectiveAccuracy
        _ = try effectiveRangedBeacons
        let ranges: [(String, Double?, ClosedRange<Double>)] = [
            ("distanceFilter", distanceFilter, 0...100_000),
            ("maximumHorizontalAccuracy", maximumHorizontalAccuracy, 0.01...100_000),
            ("maximumAge", maximumAge, 0.1...86_400), ("maximumSpeed", maximumSpeed, 0.1...12_000),
            ("minimumInterval", minimumInterval, 0...86_400), ("headingFilter", headingFilter, 0...180),
        ]
        for (name, value, range) in ranges {
            if let value, !range.contains(value) { throw .invalidParameter(name) }
        }
    }
}

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
        let container = try decoder.container(keyedBy: CodingKeys.self)
        settings = try SessionSettings(from: decoder)
        label = try container.decodeIfPresent(String.self, forKey: .label)
    }

    /// Writes both into one object.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(label, forKey: .label)
        try settings.encode(to: encoder)
    }
}
