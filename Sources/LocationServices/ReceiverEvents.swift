/// The reports of a receiver, in order, in batches that arrived together; for one consumer.
///
/// It ends for good when the receiver has nothing more to report, or when its consumer is cancelled.
public struct ReceiverEvents: AsyncSequence, Sendable {
    /// A batch.
    public typealias Element = [ReceiverEvent]
    /// It never fails.
    public typealias Failure = Never

    private let bell: Doorbell
    private let take: @Sendable () -> [ReceiverEvent]?
    private let cancel: @Sendable () -> Void

    /// Batches that others leave, ringing a bell after each one, and removing it after the last one.
    ///
    /// - Parameters:
    ///   - take: Takes the next batch; `nil` if none waits.
    ///   - cancel: Called when the consumer is cancelled and takes no more batches.
    package init(
        bell: Doorbell, take: @escaping @Sendable () -> [ReceiverEvent]?,
        onCancel cancel: @escaping @Sendable () -> Void = {}
    ) {
        self.bell = bell
        self.take = take
        self.cancel = cancel
    }

    /// The one iterator of its consumer.
    public func makeAsyncIterator() -> Iterator { Iterator(events: self) }

    /// Waits for the batches where its caller runs.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let events: ReceiverEvents

        /// The next batch; `nil` at the end.
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> [ReceiverEvent]? {
            while !Task.isCancelled {
                if let batch = events.take() { return batch }
                // What was left before the bell was removed is still taken.
                if await !events.bell.wait(), !Task.isCancelled { return events.take() }
            }
            events.cancel()
            return nil
        }
    }
}
