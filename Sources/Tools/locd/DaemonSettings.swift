import LocdClient
import LocdConfiguration
import LocdProtocol

/// What verbs that read a track take from the daemon that LOCD_SOCKET names: where its track, its private regions and
/// its places are, and its units. Without it, or an answer, they are those of the caller's own configuration.
enum DaemonSettings {
    private static let keys = ["tracks.directory", "regions.file", "geocoder.table", "display.units"]

    /// The environment, with the daemon's values in place of variables that are not set.
    static let environment: [String: String] = {
        let own = Console.environment
        guard let path = own["LOCD_SOCKET"], !path.isEmpty,
            let reply = try? LocdClient(socketPath: path).exchange(
                LocationInterface.Configuration.self, NoParameters(), within: .seconds(1))
        else { return own }
        let variables = Dictionary(uniqueKeysWithValues: ConfigurationKey.all.map { ($0.id, $0.environmentVariable) })
        // As in YAML, a path with a space is in quotes; a variable has none.
        let values = reply.settings.filter { keys.contains($0.key) }.compactMap { setting in
            variables[setting.key].map { ($0, setting.value.filter { $0 != "\"" }) }
        }
        return own.merging(values) { variable, _ in variable }
    }()
}
