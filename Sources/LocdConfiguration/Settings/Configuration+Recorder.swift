public import LocationModel
public import LocationServices
public import Motion

extension Configuration {
    /// The settings of the recorder.
    public struct Recorder: Sendable, Hashable {
        /// Whether a track is recorded.
        public var enabled = true
        /// The requested accuracy, a demand on the receiver; it filters nothing.
        public var desiredAccuracy = DesiredAccuracy.best
        /// Metres from the last recorded location, 0.01 to 100,000; `nil` for no filter.
        public var distanceFilter: Double? = 10
        /// The kind of activity, which determines when recording pauses automatically.
        public var activityType = ActivityType.other
        /// Whether recording pauses automatically while the machine is stationary.
        public var pausesLocationUpdatesAutomatically = true
        /// Whether the position of a parked vehicle is held, so that drift adds no distance.
        public var holdsPositionWhenStationary = true
        /// Metres of `horizontalAccuracy` beyond which a location is not recorded, 0.01 to 100,000; `nil` for no limit.
        public var maximumHorizontalAccuracy: Double? = 100
        /// Seconds since arrival plus lag behind the receiver's newest time, 0.1 to 86,400; `nil` for no limit.
        public var maximumAge: Double? = 60
        /// Metres per second between consecutive fixes, 0.1 to 12,000; `nil` for no limit.
        public var maximumSpeed: Double? = 100
        /// Seconds between recorded locations, 0.01 to 86,400; `nil` for no limit.
        public var minimumInterval: Double?
        /// How locations are smoothed before they are recorded; `nil` for no smoothing.
        public var smoothing: Smoothing?
        /// Whether private regions are removed from the track itself, not only from what is derived from it.
        public var privacyZones = false
        /// The preset, which determines when to depart from the settings above, and how.
        public var preset = SettingsPreset.configured
        /// The preset while the machine runs on battery; `nil` for ``preset``.
        public var presetOnBattery: SettingsPreset?
        /// The preset while the battery is low; `nil` for ``presetOnBattery``.
        public var presetOnLowBattery: SettingsPreset?
        /// The low-battery threshold in percent of a full charge, 1 to 90.
        public var lowBattery = 20.0

        /// Whether visits are recorded: arriving at a place, and leaving it.
        public var visits = true

        /// The defaults.
        public init() {}
    }
}
