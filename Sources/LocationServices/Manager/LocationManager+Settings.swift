public import LocationModel

/// What makes other settings be in force than those that were made; see ``SettingsAdvisor``.
extension LocationManager {
    /// Raises the demand on the receiver to an accuracy, for so many seconds of the fixes' time from the next one on, then
    /// restores it. Presets and sleep do not count meanwhile. The latest call counts; 0 seconds end an earlier one.
    public nonisolated func raiseAccuracy(to accuracy: DesiredAccuracy, seconds: Double) {
        send(.raise(accuracy, seconds: seconds))
    }

    /// Tells only significant changes from now on, until ``wake()``. Visits, regions and the other services go on.
    public nonisolated func sleep() {
        send(.sleep(true))
    }

    /// Ends ``sleep()``. What was held back meanwhile does not come, and the filters count from what was delivered last.
    public nonisolated func wake() {
        send(.sleep(false))
    }

    /// Something else feeds the machine; `nil` where that is not known.
    public nonisolated func powerSupplyChanged(to supply: PowerSupply?) {
        send(.powerSupply(supply))
    }
}
