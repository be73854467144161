internal import LocationModel

/// Locations that follow each other without interruption, or as many of them as are handled at once.
struct ExportRun {
    /// In the order of the track; not empty.
    var locations: [Location]
    /// The number of the uninterrupted run, from 1.
    var segment: Int
    /// Whether the part before belongs to the same run.
    var continues: Bool
    /// Whether nothing more of this run follows.
    var isLast: Bool
}
