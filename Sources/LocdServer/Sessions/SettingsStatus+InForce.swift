package import LocationServices
package import LocdProtocol

extension SettingsStatus {
    /// What the services say, as the socket tells it.
    package init(_ settings: SettingsInForce) {
        self.init(
            reason: settings.reason, activity: settings.activity, desiredAccuracy: settings.desiredAccuracy,
            distanceFilter: settings.distanceFilter, minimumInterval: settings.minimumInterval)
    }
}
