public import LocationModel
public import Motion

/// What a client of the location manager sets; the names and the first five defaults are Core Location's.
public struct ManagerSettings: Sendable, Hashable {
    /// Demand on the receiver; never withholds a location.
    public var desiredAccuracy = DesiredAccuracy.best
    /// Whether the client wants no more than the rough location of those who may have no other, as Core Location's
    /// `kCLLocationAccuracyReduced` asks for. Headings go on; regions rest.
    public var reducesAccuracy = false
    /// Metres from the last delivered location; `nil` delivers all.
    public var distanceFilter: Double?
    /// What moves, for automatic pause.
    public var activityType = ActivityType.other
    /// Whether updates pause by themselves when nothing moves.
    public var pausesLocationUpdatesAutomatically = true
    /// Whether a clearly better accuracy passes the distance filter, as Core Location's clients expect.
    public var deliversBetterAccuracy = true
    /// Whether drift around a place where nothing moves is withheld.
    public var holdsPositionWhenStationary = false
    /// Whether the locations since a departure that was not sure yet are delivered when it is, later than they came. Core
    /// Location delivers no old locations: this is for a recorder.
    public var deliversDepartures = false
    /// Whether a location passes the distance filter where the way bends, so that what is recorded is as long as the way. For
    /// a recorder, too.
    public var deliversTurns = false
    /// Whether the distance filter grows with what this receiver drifts on the way from one location to the next: drift across the
    /// way makes a track longer than the way, the more so the slower it is. For a recorder, too.
    public var filtersDrift = false
    /// Metres; `nil` accepts any.
    public var maximumHorizontalAccuracy: Double?
    /// Seconds; `nil` accepts any.
    public var maximumAge: Double?
    /// Metres per second between consecutive locations; `nil` accepts any.
    public var maximumSpeed: Double?
    /// Seconds between delivered locations; `nil` for none.
    public var minimumInterval: Double?
    /// Seconds without an accepted location after which there is a hole; see ``GapDetector``.
    public var staleAfter = Duration.seconds(5)

    /// How the settings above follow what happens, while nothing else decides; see ``SettingsAdvisor``.
    public var preset = SettingsPreset.configured
    /// The preset while a battery feeds the machine; `nil` for the same as otherwise.
    public var presetOnBattery: SettingsPreset?
    /// The preset while the battery is low; `nil` for the same as on any battery.
    public var presetOnLowBattery: SettingsPreset?
    /// Percent of a full charge below which the battery is low.
    public var lowBattery = 20.0
    /// How positions are smoothed before they are filtered and delivered; `nil` for not at all.
    public var smoothing: Smoothing?
    /// Degrees from the last heading that was told; `nil` tells all.
    public var headingFilter: Double? = 1
    /// The demand on the receiver while the client is in the background, where ``desiredAccuracy`` asks for more.
    public var backgroundAccuracy = DesiredAccuracy.hundredMeters
    /// How many regions are monitored at a time, which is Core Location's limit; `nil` for all. Of more the nearest are.
    public var maximumMonitoredRegions: Int? = 20

    /// Core Location's defaults.
    public init() {}
}
