import Glibc
package import LocationModel
package import LocationServices

/// What the recorder made of a drive whose truth is known.
package struct TruthScore: Sendable {
    /// Metres that were recorded, from location to location; across gaps, too.
    package private(set) var recorded = 0.0
    /// Metres from fix to fix.
    package private(set) var raw = 0.0
    /// Metres that were really gone.
    package private(set) var truth = 0.0
    package private(set) var pauses = 0
    package private(set) var resumptions = 0
    /// Visits that began to be told.
    package private(set) var visits = 0
    /// For each departure, seconds and metres until the first recorded location.
    package private(set) var missing: [(seconds: Double, metres: Double)] = []
    /// Whether the lines were in the order of their times.
    package private(set) var isInOrder = true
    /// All that was recorded.
    package private(set) var events: [LocationEvent] = []
    /// Recorded locations, seconds from the beginning.
    package private(set) var times: [Double] = []

    /// The recorder's own settings.
    package static var recorder: ManagerSettings {
        var settings = ManagerSettings()
        settings.distanceFilter = 10
        settings.deliversBetterAccuracy = false
        settings.holdsPositionWhenStationary = true
        settings.maximumHorizontalAccuracy = 100
        settings.maximumAge = 60
        settings.maximumSpeed = 100
        settings.deliversDepartures = true
        settings.deliversTurns = true
        settings.filtersDrift = true
        return settings
    }

    /// Replays fixes; `path` is where they really were.
    package init(
        _ fixes: [Fix], of path: TruthPath? = nil, settings: ManagerSettings = TruthScore.recorder
    ) {
        var replay = Replay(settings: settings, monitoring: MonitoredServices(visits: true))
        for fix in fixes { replay.receive(.fix(fix), into: &events) }
        let start = fixes.first?.timestamp ?? .latest
        var last: Location?
        for event in events {
            switch event {
            case .location(let location):
                if let last {
                    recorded += location.distance(to: last)
                    if location.timestamp <= last.timestamp { isInOrder = false }
                }
                last = location
                times.append(location.timestamp.seconds(since: start))
            case .pause: pauses += 1
            case .resume: resumptions += 1
            case .visit(let visit): if visit.departureDate == nil { visits += 1 }
            default: break
            }
        }
        for (fix, next) in zip(fixes, fixes.dropFirst()) {
            guard let from = fix.coordinate, let to = next.coordinate else { continue }
            raw += from.distance(to: to)
        }
        guard let path else { return }
        truth = path.distance(until: path.duration)
        for departure in path.departures where departure > 0 {
            // Somewhat earlier is as good.
            let first = times.first { $0 > departure - 60 } ?? path.duration
            missing.append(
                (max(first - departure, 0), path.distance(until: first) - path.distance(until: departure)))
        }
    }

    /// Somewhere in the Alps.
    static func coordinate(of point: TruthPath.Point) -> Coordinate {
        let latitude = 47.5
        return Coordinate(
            latitude: latitude + point.north / 111_179,
            longitude: 8.7 + point.east / (111_320 * 1.00152 * cos(latitude * .pi / 180)))
    }
}
