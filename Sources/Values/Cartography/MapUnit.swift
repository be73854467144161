public import Phrasing

/// A unit of what people read on a map.
public struct MapUnit: Sendable, Hashable {
    /// In metres, or metres per second.
    public let size: Double
    /// Such as `km/h`.
    public let symbol: String
}

extension UnitSystem {
    /// The unit of speeds.
    public var speedUnit: MapUnit {
        switch self {
        case .metric: MapUnit(size: 1 / 3.6, symbol: "km/h")
        case .imperial: MapUnit(size: 1609.344 / 3600, symbol: "mph")
        case .nautical: MapUnit(size: 1852.0 / 3600, symbol: "kn")
        }
    }

    /// The unit of long distances.
    public var distanceUnit: MapUnit {
        switch self {
        case .metric: MapUnit(size: 1000, symbol: "km")
        case .imperial: MapUnit(size: 1609.344, symbol: "mi")
        case .nautical: MapUnit(size: 1852, symbol: "NM")
        }
    }

    /// The unit of short distances and altitudes.
    public var lengthUnit: MapUnit {
        switch self {
        case .metric, .nautical: MapUnit(size: 1, symbol: "m")
        case .imperial: MapUnit(size: 0.3048, symbol: "ft")
        }
    }
}
