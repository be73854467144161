/// Announces changes that the state file must contain; never waits.
struct StateChanges: Sendable {
    /// One element may stand for many events.
    let arrivals: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() {
        (arrivals, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Something happened.
    func note() {
        continuation.yield()
    }
}
