internal import Interchange
internal import LocationModel

extension ImportedTrack {
    /// The segments of a GPX file, the earliest first, with gaps between them. A point without a time has no place in a
    /// track and is counted as `noTime`.
    init(_ document: GPXDocument) {
        self.init()
        var segments: [[Location]] = []
        for segment in document.segments {
            let locations = segment.compactMap(Location.init)
            reject(.noTime, count: segment.count - locations.count)
            if !locations.isEmpty { segments.append(locations) }
        }
        if rejected[.noTime] == 0 { rejected[.noTime] = nil }
        // A stable sort.
        let order = segments.indices.sorted {
            (segments[$0].first?.timestamp ?? .earliest, $0) < (segments[$1].first?.timestamp ?? .earliest, $1)
        }
        var last: Timestamp?
        for (rank, index) in order.enumerated() {
            for (position, location) in segments[index].enumerated() {
                let before = last
                last = location.timestamp
                if let before, location.timestamp < before {
                    append(location, timeReset: TimeReset(timestamp: location.timestamp, previous: before))
                } else if let before, position == 0, rank > 0, location.timestamp > before {
                    append(location, gap: Gap(from: before, to: location.timestamp, cause: .endOfRecording))
                } else {
                    append(location)
                }
            }
        }
    }
}

extension Location {
    /// A point with a time.
    fileprivate init?(_ point: GPXDocument.Point) {
        guard let time = point.time else { return nil }
        self.init(timestamp: time, coordinate: point.coordinate)
        altitude = point.elevation
        if let elevation = point.elevation, let height = point.geoidHeight { ellipsoidalAltitude = elevation + height }
        speed = point.speed
        course = point.course
        switch point.fix {
        case .fix2D: fix = .fix2D
        case .fix3D, .differential, .precise: fix = point.elevation == nil ? .fix2D : .fix3D
        case .some(.none), nil: break
        }
        satellitesUsed = point.satellites
        hdop = point.hdop
    }
}
