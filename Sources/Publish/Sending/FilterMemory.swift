internal import LocationModel
internal import LocationServices

/// What a ``SinkFilter`` remembers of the records before. It is kept with the cursor: after a restart the same line gives the
/// same record, with the same identifier.
package struct FilterMemory: Sendable, Hashable {
    /// Of private regions.
    var privacy = PrivacyFilter.Memory()
    /// Of reduced accuracy.
    var reduced = ReducedAccuracy.Memory()
    /// The time of the last location that was kept of a backlog that is thinned.
    var lastKept: Timestamp?
    /// The last place that was sent.
    var place: Coordinate?
    /// How many records were left out because of their age.
    package var thinned = 0

    /// Nothing is remembered.
    package init() {}
}
