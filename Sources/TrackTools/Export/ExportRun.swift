internal import LocationModel

/// Locations without an interruption between them, or as many of them as are handled at once.
struct ExportRun {
    /// In the order of the track; not empty.
    var locations: [Location]
    /// The number of the uninterrupted run, from 1.
    var segment: Int
    /// Whether the previous part belongs to the same run.
    var continues: Bool
    /// Whether this part is the last of its run.
    var isLast: Bool
}
