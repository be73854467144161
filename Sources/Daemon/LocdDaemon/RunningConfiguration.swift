import LocationServices
import LocdConfiguration
import LocdProtocol
import Synchronization

/// The configuration in force, what waits for a restart, and what is wrong with the one that was refused.
final class RunningConfiguration: Sendable {
    private struct State {
        var inForce: LoadedConfiguration
        /// What was read last, and accepted.
        var read: LoadedConfiguration
        var refusals: [String] = []
        var replacements: [AsyncStream<Void>.Continuation] = []
    }

    private let state: Mutex<State>

    init(_ loaded: LoadedConfiguration) {
        state = Mutex(State(inForce: loaded, read: loaded))
    }

    var current: Configuration { state.withLock(\.inForce).configuration }

    /// What is wrong, a sentence each: why a configuration was refused, and what a restart would change.
    var problems: [String] {
        let state = state.withLock { $0 }
        let pending = state.read.configuration.changes(from: state.inForce.configuration).map(\.key.id)
        guard !pending.isEmpty else { return state.refusals }
        return state.refusals + ["waits for a restart (systemctl restart locd): \(pending.joined(separator: ", "))"]
    }

    /// Every key, with the value that waits for a restart, if one does.
    var settings: [ReportedSetting] {
        let state = state.withLock { $0 }
        return ConfigurationKey.all.map { key in
            let value = key.text(in: state.inForce.configuration)
            let read = key.text(in: state.read.configuration)
            return ReportedSetting(
                key: key.id, value: value, origin: "\(state.inForce.origin(of: key))",
                pending: read == value ? nil : read)
        }
    }

    /// Puts another configuration in force, as far as that is possible without a restart.
    func replace(with read: LoadedConfiguration) {
        let replacements = state.withLock { state in
            state = State(
                inForce: read.untilRestart(keeping: state.inForce), read: read, replacements: state.replacements)
            return state.replacements
        }
        for replacement in replacements { replacement.yield() }
    }

    /// An element whenever another configuration is in force, for one that has nothing to do with the present one.
    func replacements() -> AsyncStream<Void> {
        let (stream, replacement) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        state.withLock { $0.replacements.append(replacement) }
        return stream
    }

    /// Keeps the one in force, and remembers why.
    func refuse(because problems: [String]) {
        state.withLock { $0.refusals = problems }
    }
}
