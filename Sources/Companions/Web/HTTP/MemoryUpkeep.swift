internal import LocationServices

/// Returns memory to the system some seconds after requests that needed much, so that an idle server stays small.
struct MemoryUpkeep: Sendable {
    /// Requests come in bursts: a page asks for several things at once.
    static let quiet = Duration.seconds(3)

    private let clock: MonotonicClock
    private let giveBack: @Sendable () -> Void
    private let uses: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init(clock: MonotonicClock, giveBack: @escaping @Sendable () -> Void) {
        self.clock = clock
        self.giveBack = giveBack
        (uses, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        // The memory that the start needed.
        continuation.yield()
    }

    /// Notes a request that needed memory.
    func noteUse() { continuation.yield() }

    /// Runs until cancelled. It sleeps while there are no requests.
    func run() async {
        for await _ in uses {
            guard await clock.rest(for: Self.quiet) else { return }
            giveBack()
        }
    }
}
