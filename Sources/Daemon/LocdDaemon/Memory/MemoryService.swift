import LocationServices

/// Gives memory back that nothing needs any more: once when the daemon has started, of whose code and data that is the
/// larger part, and then every hour, so that a question, a burst of clients or the compression of a day leaves nothing
/// behind.
struct MemoryService: Service {
    /// After so long the receiver has had its first fixes and the clients that wait for the daemon have come.
    static let settled = Duration.seconds(30)
    /// What is needed after all costs some hundred page faults, less than a millisecond.
    static let interval = Duration.seconds(3600)

    let clock: MonotonicClock
    let giveBack: @Sendable () -> Void

    func run() async {
        var pause = Self.settled
        while await clock.rest(for: pause) {
            giveBack()
            pause = Self.interval
        }
    }
}
