import LocdTestSupport

@testable import CoreLocation

/// A client's thread that is busy until the test lets it do what waits.
final class HeldCallbacks: CallbackContext {
    private let waiting = Watched<[@Sendable () -> Void]>([])

    func perform(_ work: @escaping @Sendable () -> Void) { waiting.change { $0.append(work) } }

    /// Returns when so many callbacks wait.
    func until(_ count: Int) async { await waiting.wait { $0.count >= count } }

    /// Runs what waits, once there is so much of it.
    @MainActor func run(_ count: Int) async {
        let work = await waiting.wait { $0.count >= count }
        waiting.change { $0.removeFirst(work.count) }
        for piece in work { piece() }
    }
}
