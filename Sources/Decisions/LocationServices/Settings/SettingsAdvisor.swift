public import LocationModel
package import Motion

/// Decides which settings are in force: the configured ones, or those adapted to circumstances. A pure state machine
/// that is driven by the time of the fixes; all deviations from the configured settings are decided here.
///
/// The first item in this list that applies decides; when it ends, the next one does, down to the configured settings:
/// 1. an accuracy raised for a while, by command or by a region: the configured settings with the more demanding
///    accuracy;
/// 2. sleep, by command;
/// 3. the power supply: the preset for a low battery, which counts while the desktop saves power too, then the one for
///    a battery that is half empty, then the one for a battery;
/// 4. the preset of the settings.
///
/// In 2 to 4, a region that asks for less lowers the accuracy.
///
/// So a current request comes before earlier decisions, and a request for more comes before power saving.
public struct SettingsAdvisor: Sendable {
    /// The state kept across restarts and stops of the updates.
    public struct State: Sendable, Hashable, Codable {
        var isAsleep = false
        var raised: RaisedAccuracy?
        /// The most demanding accuracy of the regions around the position.
        var regions: DesiredAccuracy?
        var activity: MotionActivityUpdates.State?
        /// The activity that the settings follow: the last certain one, which the recognizer may doubt by now.
        var followed: MotionActivity.Kind?
        var power = PowerRule()
        var savesPower = false

        /// No deviation from the configured settings.
        public init() {}
    }

    /// The configured settings.
    public var configured: ManagerSettings {
        didSet {
            power.decide(lowBattery: configured.lowBattery, mediumBattery: configured.mediumBattery)
            decide()
        }
    }
    /// The settings in force.
    public private(set) var effective: ManagerSettings
    /// The settings in force, if they differ from the configured ones; otherwise `nil`.
    public private(set) var inForce: SettingsInForce?

    private var isAsleep: Bool
    private var raised: RaisedAccuracy?
    private var regions: DesiredAccuracy?
    /// Recognizes the current activity, while a preset needs it.
    private var recognizer: MotionActivityUpdates?
    private var power: PowerRule
    /// The person has asked the desktop to save power.
    private var savesPower: Bool
    private var activity: MotionActivity.Kind

    /// An advisor for these settings that resumes the state of an earlier run.
    public init(_ settings: ManagerSettings, resuming state: State = State()) {
        configured = settings
        effective = settings
        isAsleep = state.isAsleep
        raised = state.raised
        regions = state.regions
        power = state.power
        savesPower = state.savesPower
        recognizer = state.activity.map { MotionActivityUpdates(resuming: $0) }
        activity = state.followed ?? recognizer?.settled ?? .unknown
        power.decide(lowBattery: settings.lowBattery, mediumBattery: settings.mediumBattery)
        decide()
    }

    /// The state to save for the next run.
    public var state: State {
        var state = State()
        (state.isAsleep, state.raised, state.regions) = (isAsleep, raised, regions)
        (state.activity, state.power, state.savesPower) = (recognizer?.state, power, savesPower)
        state.followed = recognizer == nil ? nil : activity
        return state
    }

    /// Takes the next good location, and what the evidence of motion says. Returns whether other settings are in force
    /// now: they already apply to this location.
    package mutating func receive(_ location: Location, _ evidence: MotionState? = nil) -> Bool {
        guard raised != nil || recognizer != nil else { return false }
        var isNew = false
        if raised?.isOver(at: location.timestamp) == true {
            raised = nil
            isNew = true
        }
        // An uncertain activity changes nothing.
        if recognizer?.receive(location, evidence) != nil, let settled = recognizer?.settled, settled != activity {
            activity = settled
            isNew = true
        }
        guard isNew else { return false }
        let before = effective
        decide()
        return effective != before
    }

    /// The receiver's time went back.
    public mutating func timeReset(_ reset: TimeReset) {
        raised?.timeReset(reset)
        recognizer?.timeReset()
    }

    mutating func handle(_ command: SettingsCommand) {
        switch command {
        case .raise(let accuracy, let seconds):
            raised = seconds > 0 ? RaisedAccuracy(accuracy, seconds: seconds) : nil
        case .regions(let accuracy): regions = accuracy
        case .sleep(let isAsleep): self.isAsleep = isAsleep
        case .powerSupply(let supply):
            power.receive(supply, lowBattery: configured.lowBattery, mediumBattery: configured.mediumBattery)
        case .powerSaver(let isOn): savesPower = isOn
        }
        decide()
    }

    /// The preset that applies if no accuracy is raised, and why.
    private var preset: (SettingsPreset, SettingsReason) {
        if isAsleep { return (.significantChanges, .sleep) }
        let presets = [configured.presetOnLowBattery, configured.presetOnMediumBattery, configured.presetOnBattery]
        if savesPower, let preset = presets.lazy.compactMap(\.self).first { return (preset, .powerSaver) }
        let reasons = [SettingsReason.lowBattery, .mediumBattery, .battery]
        for (preset, reason) in zip(presets, reasons).dropFirst(power.condition.step) {
            if let preset { return (preset, reason) }
        }
        return (configured.preset, .preset)
    }

    private mutating func decide() {
        var (preset, reason) = preset
        if preset != .adaptive {
            (recognizer, activity) = (nil, .unknown)
        } else if recognizer == nil {
            recognizer = MotionActivityUpdates()
        }
        let raising = regions.flatMap { $0.isMoreDemanding(than: configured.desiredAccuracy) ? $0 : nil }
        if raised != nil || raising != nil {
            effective = configured
            (preset, reason) = (.configured, raised == nil ? .region : .raised)
            for asked in [raised?.accuracy, raising].compactMap(\.self)
            where asked.isMoreDemanding(than: effective.desiredAccuracy) {
                effective.desiredAccuracy = asked
            }
        } else {
            effective = preset.applied(to: configured, during: activity)
            if let regions, effective.desiredAccuracy.isMoreDemanding(than: regions) {
                (effective.desiredAccuracy, reason) = (regions, .region)
            }
        }
        inForce =
            effective == configured
            ? nil : SettingsInForce(effective, reason: reason, activity: preset == .adaptive ? activity : nil)
    }
}

extension MotionActivityUpdates {
    /// The current activity, if it is certain enough to drive settings; otherwise `nil`.
    fileprivate var settled: MotionActivity.Kind? {
        current.flatMap { $0.confidence >= .medium ? $0.kind : nil }
    }
}

/// Decides from the power supply whether to save power.
///
/// A battery is low or medium below its limit, until mains power returns or it has five percent more: its level may
/// oscillate around the limit.
package struct PowerRule: Sendable, Hashable, Codable {
    package enum Condition: String, Sendable, Hashable, Codable {
        /// Mains, or a machine that does not report its power supply.
        case plentiful
        case battery
        case mediumBattery
        case lowBattery

        /// How many of the presets for a low, a medium and any battery do not apply.
        fileprivate var step: Int {
            switch self {
            case .lowBattery: 0
            case .mediumBattery: 1
            case .battery: 2
            case .plentiful: 3
            }
        }
    }

    /// Percent above the limit at which it is no longer low, or medium.
    static let recovery = 5.0

    package private(set) var condition = Condition.plentiful
    private var supply: PowerSupply?

    /// A rule without a known supply.
    package init() {}

    /// Takes the current power supply; `nil` if it is unknown.
    package mutating func receive(_ supply: PowerSupply?, lowBattery limit: Double, mediumBattery: Double = 0) {
        self.supply = supply
        decide(lowBattery: limit, mediumBattery: mediumBattery)
    }

    /// Sets other limits, in percent.
    mutating func decide(lowBattery limit: Double, mediumBattery: Double) {
        guard let supply, !supply.isOnMains else {
            condition = .plentiful
            return
        }
        func isBelow(_ limit: Double, or state: Condition) -> Bool {
            let bound = condition.step <= state.step ? limit + Self.recovery : limit
            return supply.batteryLevel.map { $0 < bound } == true
        }
        condition =
            isBelow(limit, or: .lowBattery)
            ? .lowBattery : isBelow(mediumBattery, or: .mediumBattery) ? .mediumBattery : .battery
    }
}

/// An accuracy that was requested for a duration. The duration is counted in the time of the fixes, from the first one
/// after the request, so that a search for satellites does not shorten it.
struct RaisedAccuracy: Sendable, Hashable, Codable {
    let accuracy: DesiredAccuracy
    /// Seconds.
    private let duration: Double
    private var end: Timestamp?
    /// The latest time before the end.
    private var latest: Timestamp?
    private var isPastEnd = false

    init(_ accuracy: DesiredAccuracy, seconds duration: Double) {
        self.accuracy = accuracy
        self.duration = duration
    }

    /// Takes the time of the next location; true if the duration is over. Two in a row must agree, because one may be
    /// absurd.
    mutating func isOver(at timestamp: Timestamp) -> Bool {
        guard let end else {
            (self.end, latest) = (timestamp.advanced(bySeconds: duration), timestamp)
            return false
        }
        defer { isPastEnd = timestamp >= end }
        if timestamp < end {
            latest = timestamp
            return false
        }
        return isPastEnd
    }

    /// The receiver's time went back: the remaining duration stays.
    mutating func timeReset(_ reset: TimeReset) {
        guard let end, let latest else { return }
        let left = min(max(end.seconds(since: latest), 0), duration)
        (self.end, self.latest) = (reset.timestamp.advanced(bySeconds: left), reset.timestamp)
        isPastEnd = false
    }
}

/// A command that overrides the configured settings.
enum SettingsCommand: Sendable, Hashable {
    /// A request for an accuracy, for a number of seconds. The latest request counts; 0 seconds end it.
    case raise(DesiredAccuracy, seconds: Double)
    /// The most demanding accuracy that the regions around the position require; `nil` for none.
    case regions(DesiredAccuracy?)
    /// Sleep, or wake.
    case sleep(Bool)
    /// The power supply changed.
    case powerSupply(PowerSupply?)
    /// The desktop saves power, or no more.
    case powerSaver(Bool)
}

/// The settings in force instead of the configured ones, and the reason.
public struct SettingsInForce: Sendable, Hashable {
    /// The reason.
    public var reason: SettingsReason
    /// The current activity, if the settings follow it.
    public var activity: MotionActivity.Kind?
    /// The demand on the receiver.
    public var desiredAccuracy: DesiredAccuracy
    /// Minimum distance in metres from the last delivered location; `nil` for no filter.
    public var distanceFilter: Double?
    /// Minimum seconds between delivered locations; `nil` for no minimum.
    public var minimumInterval: Double?

    init(_ settings: ManagerSettings, reason: SettingsReason, activity: MotionActivity.Kind?) {
        self.reason = reason
        self.activity = activity
        desiredAccuracy = settings.desiredAccuracy
        distanceFilter = settings.distanceFilter
        minimumInterval = settings.minimumInterval
    }
}

/// The power supply of the machine.
public struct PowerSupply: Sendable, Hashable, Codable {
    /// Whether it has external power; otherwise the battery is used.
    public var isOnMains: Bool
    /// Percent of the batteries' full charge, 0 to 100; `nil` if none reports it.
    public var batteryLevel: Double?

    /// A supply.
    public init(isOnMains: Bool, batteryLevel: Double? = nil) {
        self.isOnMains = isOnMains
        self.batteryLevel = batteryLevel
    }
}
