/// A line of the track that waits, with what is sent of it.
package struct QueuedLine: Sendable, Hashable {
    /// The position behind it, to be kept once all of its records are acknowledged.
    package var position: SinkPosition
    /// None if the sink is given nothing of it.
    package var records: [PublishedRecord]
}
