internal import Interchange
internal import LocationModel

extension ImportedTrack {
    /// The segments of a GPX file, the earliest first, with gaps between them. The points of a segment are sorted by
    /// time. A point without a time has no place in a track and is counted as `noTime`.
    init(_ document: GPXDocument) {
        self.init()
        rejected = document.rejected
        notes = document.faults.map(\.description)
        if document.otherPoints > 0 {
            notes.append("\(document.otherPoints) route points or waypoints are not a track")
        }
        var segments: [[Location]] = []
        var unordered = 0
        var overlaps = 0
        for segment in document.segments {
            let timed = segment.compactMap(Location.init)
            reject(.noTime, count: segment.count - timed.count)
            let locations = timed.filter { !$0.coordinate.isNullIsland }
            reject(.nullIsland, count: timed.count - locations.count)
            let sorted = Self.sorted(locations)
            unordered += zip(locations, sorted).count { $0.timestamp != $1.timestamp }
            if !sorted.isEmpty { segments.append(sorted) }
        }
        segments = withoutRepeats(segments)
        if unordered > 0 { notes.append("\(unordered) points were not in the order of their times and were sorted") }
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
                    overlaps += 1
                    append(location, timeReset: TimeReset(timestamp: location.timestamp, previous: before))
                } else if let before, position == 0, rank > 0, location.timestamp > before {
                    append(location, gap: Gap(from: before, to: location.timestamp, cause: .endOfRecording))
                } else {
                    append(location)
                }
            }
        }
        if overlaps > 0 {
            notes.append(
                "\(overlaps) \(overlaps == 1 ? "segment overlaps" : "segments overlap") the ones before in time, as those of two devices: their distances add up"
            )
        }
    }

    /// The segments without those whose points are all in others, of the same time and place: programs that join files
    /// may write a part of the track twice.
    private mutating func withoutRepeats(_ segments: [[Location]]) -> [[Location]] {
        var known: Set<Point> = []
        var kept: Set<Int> = []
        let order = segments.indices.sorted { (segments[$1].count, $0) < (segments[$0].count, $1) }
        for index in order {
            let points = segments[index].map { Point(timestamp: $0.timestamp, coordinate: $0.coordinate) }
            if known.isSuperset(of: points) {
                reject(.duplicate, count: points.count)
            } else {
                kept.insert(index)
                known.formUnion(points)
            }
        }
        let repeats = segments.count - kept.count
        if repeats > 0 { notes.append("\(repeats) \(repeats == 1 ? "segment repeats" : "segments repeat") others") }
        return segments.indices.filter(kept.contains).map { segments[$0] }
    }

    private struct Point: Hashable {
        let timestamp: Timestamp
        let coordinate: Coordinate
    }

    /// By time. Some loggers write the newest point first: then points of the same time are reversed, too.
    private static func sorted(_ locations: [Location]) -> [Location] {
        let steps = zip(locations, locations.dropFirst()).map { $1.timestamp.seconds(since: $0.timestamp) }
        guard steps.contains(where: { $0 < 0 }) else { return locations }
        let isNewestFirst = steps.count { $0 < 0 } > steps.count { $0 > 0 }
        let ordered = isNewestFirst ? locations.reversed() : locations
        return ordered.enumerated().sorted { ($0.element.timestamp, $0.offset) < ($1.element.timestamp, $1.offset) }
            .map(\.element)
    }
}

extension Location {
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
