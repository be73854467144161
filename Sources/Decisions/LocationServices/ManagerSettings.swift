public import LocationModel
public import Motion

/// Settings of a location manager's client; the names and the first five defaults are Core Location's.
public struct ManagerSettings: Sendable, Hashable {
    /// Demand on the receiver; never withholds a location.
    public var desiredAccuracy = DesiredAccuracy.best
    /// Whether the client wants only the reduced-accuracy location, as with Core Location's
    /// `kCLLocationAccuracyReduced`. Headings continue; region monitoring rests.
    public var reducesAccuracy = false
    /// Minimum distance in metres from the last delivered location; `nil` delivers all.
    public var distanceFilter: Double?
    /// The type of movement, for automatic pauses.
    public var activityType = ActivityType.other
    /// Whether updates pause automatically while nothing moves.
    public var pausesLocationUpdatesAutomatically = true
    /// Whether a clearly better accuracy passes the distance filter, as Core Location's clients expect.
    public var deliversBetterAccuracy = true
    /// Whether drift around a parked position is withheld.
    public var holdsPositionWhenStationary = false
    /// Whether locations since an uncertain departure are delivered late, once the departure is certain. Core Location
    /// delivers no old locations: this is for a recorder.
    public var deliversDepartures = false
    /// Whether a location passes the distance filter at a bend of the way, so that the recorded track is as long as the
    /// way. For a recorder, too.
    public var deliversTurns = false
    /// Whether the distance filter grows with the receiver's drift between two locations: drift across the way makes a
    /// track longer than the way, especially at low speed. For a recorder, too.
    public var filtersDrift = false
    /// Metres; `nil` accepts any.
    public var maximumHorizontalAccuracy: Double?
    /// Seconds; `nil` accepts any.
    public var maximumAge: Double?
    /// Metres per second between consecutive locations; `nil` accepts any.
    public var maximumSpeed: Double?
    /// Minimum seconds between delivered locations; `nil` for no minimum.
    public var minimumInterval: Double?
    /// Whether locations that are not trusted are delivered. They decide nothing either way.
    public var deliversUntrusted = true
    /// Seconds without an accepted location after which there is a gap; see ``GapDetector``.
    public var staleAfter = Duration.seconds(5)

    /// How the settings above follow circumstances while nothing else decides; see ``SettingsAdvisor``.
    public var preset = SettingsPreset.configured
    /// The preset on battery power; `nil` keeps ``preset``.
    public var presetOnBattery: SettingsPreset?
    /// The preset while the battery is low; `nil` keeps the preset for any battery.
    public var presetOnLowBattery: SettingsPreset?
    /// The preset while the battery is medium; `nil` keeps the preset for any battery.
    public var presetOnMediumBattery: SettingsPreset?
    /// Percent of a full charge below which the battery is low.
    public var lowBattery = 20.0
    /// Percent of a full charge below which the battery is medium.
    public var mediumBattery = 50.0
    /// How positions are smoothed before they are filtered and delivered; `nil` disables smoothing.
    public var smoothing: Smoothing?
    /// Minimum change in degrees from the last delivered heading; `nil` delivers all.
    public var headingFilter: Double? = 1
    /// The beacons to range; see ``LocationManager/startRangingBeacons()``.
    public var rangedBeacons: Set<BeaconConstraint> = []
    /// The demand on the receiver while the client is in the background, if ``desiredAccuracy`` is more demanding.
    public var backgroundAccuracy = DesiredAccuracy.hundredMeters
    /// The maximum number of monitored regions (Core Location's limit); `nil` for all. If there are more, the nearest
    /// are monitored.
    public var maximumMonitoredRegions: Int? = 20

    /// Core Location's defaults.
    public init() {}
}

extension ManagerSettings {
    /// The effective settings of a client with reduced accuracy: Core Location ignores the desired
    /// accuracy then. A location every quarter of an hour is not a gap, and the same one again is not a stop.
    var reduced: ManagerSettings {
        var settings = self
        settings.desiredAccuracy = .reduced
        settings.staleAfter = max(staleAfter, ReducedAccuracy.maximumAge * 3)
        settings.pausesLocationUpdatesAutomatically = false
        settings.holdsPositionWhenStationary = false
        settings.smoothing = nil
        (settings.preset, settings.presetOnBattery) = (.configured, nil)
        (settings.presetOnMediumBattery, settings.presetOnLowBattery) = (nil, nil)
        return settings
    }
}
