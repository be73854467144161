internal import LocationServices

/// Gives memory back some seconds after requests that needed much of it, so that a page that nobody looks at costs little.
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
        // What starting took.
        continuation.yield()
    }

    /// Something was answered that takes memory.
    func noteUse() { continuation.yield() }

    /// Works until cancelled. While nothing is asked it sleeps.
    func run() async {
        for await _ in uses {
            guard await clock.rest(for: Self.quiet) else { return }
            giveBack()
        }
    }
}
