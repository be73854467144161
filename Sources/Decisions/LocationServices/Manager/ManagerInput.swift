import LocationModel

/// What a manager takes: reports of the hub, and commands of its client.
enum ManagerInput: Sendable {
    case reports([HubReport])
    // What is large and rare lies elsewhere, so that reports are moved at little cost.
    indirect case start(StandardUpdates.Seed?)
    case stop
    case pause
    case resume
    indirect case apply(ManagerSettings)
    indirect case service(ServiceCommand)
    indirect case authorize(Authorization)
    /// A command that overrides the configured settings.
    indirect case advise(SettingsCommand)
    /// A deadline passed.
    case tick
}
