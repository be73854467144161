public import LocationModel
internal import Motion

/// Decides which settings are in force: the configured ones, or those adapted to circumstances. A pure state machine that
/// is driven by the time of the fixes; all deviations from the configured settings are decided here.
///
/// The first item in this list that applies decides; when it ends, the next one does, down to the configured settings:
/// 1. an accuracy raised for a while, by command or by a region: the configured settings with the more demanding accuracy;
/// 2. sleep, by command;
/// 3. the power supply: the preset for a low battery, then the one for a battery;
/// 4. the preset of the settings.
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

        /// No deviation from the configured settings.
        public init() {}
    }

    /// The configured settings.
    public var configured: ManagerSettings {
        didSet {
            power.decide(lowBattery: configured.lowBattery)
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
    /// The activity that the settings follow.
    private var activity: MotionActivity.Kind

    /// An advisor for these settings that resumes the state of an earlier run.
    public init(_ settings: ManagerSettings, resuming state: State = State()) {
        configured = settings
        effective = settings
        isAsleep = state.isAsleep
        raised = state.raised
        regions = state.regions
        power = state.power
        recognizer = state.activity.map { MotionActivityUpdates(resuming: $0) }
        activity = state.followed ?? recognizer?.settled ?? .unknown
        power.decide(lowBattery: settings.lowBattery)
        decide()
    }

    /// The state to save for the next run.
    public var state: State {
        var state = State()
        (state.isAsleep, state.raised, state.regions) = (isAsleep, raised, regions)
        (state.activity, state.power) = (recognizer?.state, power)
        state.followed = recognizer == nil ? nil : activity
        return state
    }

    /// Takes the next good location. Returns whether other settings are in force now: they already apply to this location.
    public mutating func receive(_ location: Location) -> Bool {
        guard raised != nil || recognizer != nil else { return false }
        var isNew = false
        if raised?.isOver(at: location.timestamp) == true {
            raised = nil
            isNew = true
        }
        // An uncertain activity changes nothing.
        if recognizer?.receive(location) != nil, let settled = recognizer?.settled, settled != activity {
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

    /// Carries out a command.
    mutating func handle(_ command: SettingsCommand) {
        switch command {
        case .raise(let accuracy, let seconds):
            raised = seconds > 0 ? RaisedAccuracy(accuracy, seconds: seconds) : nil
        case .regions(let accuracy): regions = accuracy
        case .sleep(let isAsleep): self.isAsleep = isAsleep
        case .powerSupply(let supply): power.receive(supply, lowBattery: configured.lowBattery)
        }
        decide()
    }

    /// The preset that applies if no accuracy is raised, and why.
    private var preset: (SettingsPreset, SettingsReason) {
        if isAsleep { return (.significantChanges, .sleep) }
        if power.condition == .lowBattery, let preset = configured.presetOnLowBattery { return (preset, .lowBattery) }
        if power.condition != .plentiful, let preset = configured.presetOnBattery { return (preset, .battery) }
        return (configured.preset, .preset)
    }

    private mutating func decide() {
        var (preset, reason) = preset
        if preset != .adaptive {
            (recognizer, activity) = (nil, .unknown)
        } else if recognizer == nil {
            recognizer = MotionActivityUpdates()
        }
        if let accuracy = raised?.accuracy ?? regions {
            effective = configured
            (preset, reason) = (.configured, raised == nil ? .region : .raised)
            for asked in [accuracy, regions].compactMap(\.self)
            where asked.isMoreDemanding(than: effective.desiredAccuracy) {
                effective.desiredAccuracy = asked
            }
        } else {
            effective = preset.applied(to: configured, during: activity)
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
