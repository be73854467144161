package import LocationServices
package import LocdProtocol

extension SettingsStatus {
    /// The settings in force, as the socket reports them.
    package init(_ settings: SettingsInForce) {
        self.init(
            reason: settings.reason, activity: settings.activity, desiredAccuracy: settings.desiredAccuracy,
            distanceFilter: settings.distanceFilter, minimumInterval: settings.minimumInterval)
    }
}
