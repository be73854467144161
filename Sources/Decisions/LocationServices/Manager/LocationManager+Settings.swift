public import LocationModel

/// Commands that override the configured settings; see ``SettingsAdvisor``.
extension LocationManager {
    /// Raises the demand on the receiver to an accuracy for a number of seconds, then restores it. The seconds count in
    /// the time of the fixes, from the next one on. Presets and sleep have no effect meanwhile. Each call replaces the
    /// one before; 0 seconds end it.
    public func raiseAccuracy(to accuracy: DesiredAccuracy, seconds: Double) {
        send(.raise(accuracy, seconds: seconds))
    }

    /// Delivers only significant changes from now on, until ``wake()``. Visits, regions and the other services
    /// continue.
    public func sleep() {
        send(.sleep(true))
    }

    /// Ends ``sleep()``. Locations held back meanwhile are not delivered, and the filters count from the last delivered
    /// one.
    public func wake() {
        send(.sleep(false))
    }

    /// The desktop saves power, or no more.
    public func powerSaverChanged(to isOn: Bool) {
        send(.powerSaver(isOn))
    }

    /// The power supply changed; `nil` if it is unknown.
    public func powerSupplyChanged(to supply: PowerSupply?) {
        send(.powerSupply(supply))
    }
}
