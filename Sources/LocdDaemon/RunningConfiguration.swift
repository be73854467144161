import LocdConfiguration
import Synchronization

/// The configuration in force, and what is wrong with the one that was refused.
final class RunningConfiguration: Sendable {
    private struct State {
        var current: Configuration
        var problems: [String] = []
    }

    private let state: Mutex<State>

    init(_ configuration: Configuration) {
        state = Mutex(State(current: configuration))
    }

    var current: Configuration { state.withLock(\.current) }
    var problems: [String] { state.withLock(\.problems) }

    /// Puts another configuration in force.
    func replace(with configuration: Configuration) {
        state.withLock { $0 = State(current: configuration) }
    }

    /// Keeps the one in force, and remembers why.
    func refuse(because problems: [String]) {
        state.withLock { $0.problems = problems }
    }
}
