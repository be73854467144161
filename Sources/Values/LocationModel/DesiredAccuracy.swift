/// The accuracy that a client requests: a demand on the receiver, never a filter.
public enum DesiredAccuracy: Sendable, Hashable {
    case bestForNavigation
    case best
    case nearestTenMeters
    case hundredMeters
    case kilometer
    case threeKilometers
    case reduced
    /// A radius in metres, greater than 0.
    case meters(Double)

    /// The names, the most demanding first.
    public static let names = [
        "bestForNavigation", "best", "nearestTenMeters", "hundredMeters", "kilometer", "threeKilometers", "reduced",
    ]

    /// The requested radius in metres: 0 is the best possible; `reduced` requests about 5 km.
    public var meters: Double {
        switch self {
        case .bestForNavigation, .best: 0
        case .nearestTenMeters: 10
        case .hundredMeters: 100
        case .kilometer: 1000
        case .threeKilometers: 3000
        case .reduced: 5000
        case .meters(let radius): radius
        }
    }

    /// Whether an occasional position is enough: the radius is a kilometre or more.
    public var isCoarse: Bool { meters >= 1000 }

    /// Whether this demands more of the receiver than `other`.
    public func isMoreDemanding(than other: DesiredAccuracy) -> Bool {
        if self == .bestForNavigation { return other != .bestForNavigation }
        if other == .bestForNavigation { return false }
        return meters < other.meters
    }
}

extension DesiredAccuracy: CustomStringConvertible, LosslessStringConvertible {
    /// The Core Location name, or the radius in metres.
    public var description: String {
        switch self {
        case .bestForNavigation: "bestForNavigation"
        case .best: "best"
        case .nearestTenMeters: "nearestTenMeters"
        case .hundredMeters: "hundredMeters"
        case .kilometer: "kilometer"
        case .threeKilometers: "threeKilometers"
        case .reduced: "reduced"
        case .meters(let radius): "\(radius)"
        }
    }

    /// Reads a Core Location name or a number of metres greater than 0; `nil` for anything else.
    public init?(_ text: String) {
        switch text {
        case "bestForNavigation": self = .bestForNavigation
        case "best": self = .best
        case "nearestTenMeters": self = .nearestTenMeters
        case "hundredMeters": self = .hundredMeters
        case "kilometer": self = .kilometer
        case "threeKilometers": self = .threeKilometers
        case "reduced": self = .reduced
        default:
            guard let radius = Double(text), radius.isFinite, radius > 0 else { return nil }
            self = .meters(radius)
        }
    }
}

extension DesiredAccuracy: TextCodable {}
