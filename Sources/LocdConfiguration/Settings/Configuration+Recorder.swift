public import LocationModel
public import LocationServices
public import Motion

extension Configuration {
    /// What is written into the track.
    public struct Recorder: Sendable, Hashable {
        /// Whether a track is written at all.
        public var enabled = true
        /// How hard the receiver must work; it filters nothing.
        public var desiredAccuracy = DesiredAccuracy.best
        /// Metres from the last recorded location, 0.01 to 100,000; `nil` for no filter.
        public var distanceFilter: Double? = 10
        /// What is done meanwhile; it decides when automatic pause sets in.
        public var activityType = ActivityType.other
        /// Whether recording pauses by itself while nothing moves.
        public var pausesLocationUpdatesAutomatically = true
        /// Whether drift around a parked vehicle is held, so that it is no distance.
        public var holdsPositionWhenStationary = true
        /// Metres of `horizontalAccuracy` beyond which a location is not recorded, 0.01 to 100,000; `nil` for no limit.
        public var maximumHorizontalAccuracy: Double? = 100
        /// Seconds since arrival plus lag behind the receiver's newest time, 0.1 to 86,400; `nil` for no limit.
        public var maximumAge: Double? = 60
        /// Metres per second between consecutive fixes, 0.1 to 12,000; `nil` for no limit.
        public var maximumSpeed: Double? = 100
        /// Seconds between recorded locations, 0.01 to 86,400; `nil` for no limit.
        public var minimumInterval: Double?
        /// How locations are smoothed before they are recorded; `nil` for not at all.
        public var smoothing: Smoothing?
        /// Whether private regions are taken out of the track itself, and not only out of what is made of it.
        public var privacyZones = false
        /// What departs from the settings above, and when.
        public var preset = SettingsPreset.configured
        /// The preset while a battery feeds the machine; `nil` for ``preset``.
        public var presetOnBattery: SettingsPreset?
        /// The preset while the battery is low; `nil` for that of any battery.
        public var presetOnLowBattery: SettingsPreset?
        /// Percent of a full charge below which the battery is low, 1 to 90.
        public var lowBattery = 20.0

        /// Whether visits are recorded: arriving at a place, and leaving it.
        public var visits = true

        /// The defaults.
        public init() {}
    }
}
