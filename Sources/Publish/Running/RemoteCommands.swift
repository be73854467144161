internal import LocationModel
internal import LocdConfiguration
internal import LocdProtocol

/// Carries out commands of a server that the administrator allowed by name.
struct RemoteCommands {
    let driver: any SinkDriver
    let form: OwnTracksForm
    /// All regions, private ones too.
    let regions: [Region]
    /// The latest record, as the sink may have it.
    let latest: PublishedRecord?

    /// Does what a command asks for.
    func obey(_ command: RemoteCommandMessage, at now: Timestamp) throws(SinkFailure) {
        switch command.name {
        case .reportLocation:
            guard let latest, let message = form.message(latest, trigger: .requested, at: now) else { return }
            _ = try driver.send(message)
        case .waypoints: _ = try driver.send(form.waypoints(regions))
        case .status: _ = try driver.send(form.status(version: LocdRelease.version, at: now))
        }
    }
}
