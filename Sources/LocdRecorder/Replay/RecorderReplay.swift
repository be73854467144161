import LocationModel
import LocationServices
import LocdConfiguration

/// A recorder offline: what it would write of a receiver's events.
struct RecorderReplay {
    /// What the latest event brought, as lines of the track.
    private(set) var written: [LocationEvent] = []

    private var replay: Replay
    private var privacy: PrivacyFilter
    private var counted = ReplayTally()
    private var events: [LocationEvent] = []

    /// The recorder of a configuration. Private regions are left out where it says so.
    ///
    /// `addsActivity`: the motion activities, which no track has, come between the lines, and are counted apart.
    init(_ configuration: Configuration, regions: [Region], addsActivity: Bool = false) {
        replay = Replay(
            settings: ManagerSettings(configuration),
            monitoring: MonitoredServices(configuration, regions: regions), recognizesActivity: addsActivity)
        privacy = PrivacyFilter(configuration.recorderZones(among: regions))
    }

    /// What came of it so far.
    var tally: ReplayTally {
        var tally = counted
        tally.take(replay)
        return tally
    }

    mutating func receive(_ event: ReceiverEvent) {
        written.removeAll(keepingCapacity: true)
        replay.receive(event, into: &events)
        for event in events where event.isRecorded || event.isActivity { written += privacy.filter(event) }
        for event in written { counted.add(event) }
        events.removeAll(keepingCapacity: true)
    }
}

extension LocationEvent {
    fileprivate var isActivity: Bool { if case .activity = self { true } else { false } }
}
