import LocdConfiguration
import LocdProtocol
import Synchronization

/// The configuration in force, what waits for a restart, and what is wrong with the one that was refused.
final class RunningConfiguration: Sendable {
    private struct State {
        var inForce: LoadedConfiguration
        /// What was read last, and accepted.
        var read: LoadedConfiguration
        var refusal: ConfigurationError?
        var replacements: [AsyncStream<Void>.Continuation] = []
    }

    private let state: Mutex<State>

    init(_ loaded: LoadedConfiguration) {
        state = Mutex(State(inForce: loaded, read: loaded))
    }

    var current: Configuration { state.withLock(\.inForce).configuration }

    /// What is wrong, a sentence each: why a configuration was refused, and what a restart would change.
    ///
    /// - Parameter showsWords: Whether the words of a refused configuration are shown. They name users, places and
    ///   paths, so not every user may read them.
    func problems(showsWords: Bool) -> [String] {
        let state = state.withLock { $0 }
        let refusals = state.refusal.map { showsWords ? $0.words : $0.counts } ?? []
        let pending = state.read.configuration.changes(from: state.inForce.configuration).map(\.key.id)
        guard !pending.isEmpty else { return refusals }
        return refusals + ["waits for a restart (systemctl restart locd): \(pending.joined(separator: ", "))"]
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
    func refuse(because error: ConfigurationError) {
        state.withLock { $0.refusal = error }
    }
}

extension ConfigurationError {
    /// Each problem, for those who may read the files.
    fileprivate var words: [String] {
        description.split(separator: "\n").map { "configuration refused: \(String($0).visible)" }
    }

    fileprivate var counts: [String] {
        var counts: [(source: String, count: Int)] = []
        for problem in problems {
            let source =
                switch problem.origin {
                case .builtIn: "the built-in values"
                case .file(let path, _, _): path.split(separator: "/").last.map { String($0).visible } ?? "a file"
                case .environment: "the environment"
                }
            if let index = counts.firstIndex(where: { $0.source == source }) {
                counts[index].count += 1
            } else {
                counts.append((source, 1))
            }
        }
        return counts.map { source, count in
            "configuration refused: \(count) problem\(count == 1 ? "" : "s") in \(source): see journalctl -u locd"
        }
    }
}
