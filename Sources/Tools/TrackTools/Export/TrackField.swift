internal import LocationModel

/// A field of a location, with its name in the track format.
public enum TrackField: String, Sendable, Hashable, CaseIterable {
    case timestamp, latitude, longitude, horizontalAccuracy, altitude, ellipsoidalAltitude, verticalAccuracy
    case speed, speedAccuracy, course, courseAccuracy, trueHeading, fix, satellitesUsed, hdop, simulated
    /// The number of the uninterrupted run that contains the location, from 1.
    case segment

    /// Appends the field's value. If it is unknown, appends nothing and returns `false`.
    func append(_ location: Location, segment: Int, to text: inout TextBuffer, quoting: Bool) -> Bool {
        func number(_ value: Double?, _ decimals: Int) -> Bool {
            guard let value, value.isFinite else { return false }
            text.append(value, decimals: decimals)
            return true
        }
        func word(_ value: String) -> Bool {
            if quoting { text.append("\"" as StaticString) }
            text.append(value)
            if quoting { text.append("\"" as StaticString) }
            return true
        }
        switch self {
        case .timestamp:
            if quoting { text.append("\"" as StaticString) }
            text.append(location.timestamp)
            if quoting { text.append("\"" as StaticString) }
            return true
        case .latitude: return number(location.coordinate.latitude, 7)
        case .longitude: return number(location.coordinate.longitude, 7)
        case .horizontalAccuracy: return number(location.horizontalAccuracy, 3)
        case .altitude: return number(location.altitude, 1)
        case .ellipsoidalAltitude: return number(location.ellipsoidalAltitude, 1)
        case .verticalAccuracy: return number(location.verticalAccuracy, 3)
        case .speed: return number(location.speed, 2)
        case .speedAccuracy: return number(location.speedAccuracy, 2)
        case .course: return number(location.course?.direction(decimals: 1), 1)
        case .courseAccuracy: return number(location.courseAccuracy, 1)
        case .trueHeading: return number(location.trueHeading?.direction(decimals: 1), 1)
        case .fix: return location.fix.map { word($0.rawValue) } ?? false
        case .satellitesUsed:
            guard let satellites = location.satellitesUsed else { return false }
            text.append(satellites)
            return true
        case .hdop: return number(location.hdop, 2)
        case .simulated:
            guard location.isSimulated else { return false }
            text.append("true" as StaticString)
            return true
        case .segment:
            text.append(segment)
            return true
        }
    }

    /// Removes this field from a location, if it is optional.
    func forget(_ location: inout Location) {
        switch self {
        case .timestamp, .latitude, .longitude, .segment: break
        case .horizontalAccuracy: location.horizontalAccuracy = nil
        case .altitude: location.altitude = nil
        case .ellipsoidalAltitude: location.ellipsoidalAltitude = nil
        case .verticalAccuracy: location.verticalAccuracy = nil
        case .speed: location.speed = nil
        case .speedAccuracy: location.speedAccuracy = nil
        case .course: location.course = nil
        case .courseAccuracy: location.courseAccuracy = nil
        case .trueHeading: location.trueHeading = nil
        case .fix: location.fix = nil
        case .satellitesUsed: location.satellitesUsed = nil
        case .hdop: location.hdop = nil
        case .simulated: location.isSimulated = false
        }
    }
}
