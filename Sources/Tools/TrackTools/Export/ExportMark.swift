internal import LocationModel

/// A place of a track that an export names: a waypoint in GPX, a placemark in KML.
struct ExportMark {
    /// `Visit`, `Stop`, `Entered home`, `Left home`.
    var name: String
    /// `visit`, `stop`, `enter` or `exit`.
    var kind: String
    var coordinate: Coordinate
    /// Its beginning; `nil` if unknown.
    var from: Timestamp?
    /// Its end; `nil` for a moment, and if unknown.
    var to: Timestamp?

    /// All marks of a track, in the order of time.
    static func all(_ marks: TrackMarks, _ stops: [TrackStop]) -> [ExportMark] {
        var all = marks.visits.map {
            ExportMark(
                name: "Visit", kind: "visit", coordinate: $0.coordinate, from: $0.arrivalDate ?? $0.since,
                to: $0.departureDate)
        }
        all += stops.map { ExportMark(name: "Stop", kind: "stop", coordinate: $0.place, from: $0.from, to: $0.to) }
        all += marks.crossings.map { crossing in
            let isInside = crossing.event.state == .inside
            return ExportMark(
                name: "\(isInside ? "Entered" : "Left") \(crossing.event.identifier)",
                kind: isInside ? "enter" : "exit",
                coordinate: crossing.coordinate, from: crossing.event.timestamp)
        }
        return all.enumerated().sorted {
            ($0.element.from ?? .earliest, $0.offset) < ($1.element.from ?? .earliest, $1.offset)
        }.map(\.element)
    }
}

/// Locations without an interruption between them, or as many of them as are handled at once.
struct ExportRun {
    /// In the order of the track; not empty.
    var locations: [Location]
    /// The number of the uninterrupted run, from 1.
    var segment: Int
    /// The last location of the part before, if it belongs to the same run.
    var previous: Location?
    /// Whether this part is the last of its run.
    var isLast: Bool

    /// The locations of a line that has to join the part before.
    var line: [Location] { (previous.map { [$0] } ?? []) + locations }
}
