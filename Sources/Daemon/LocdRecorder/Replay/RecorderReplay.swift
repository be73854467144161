import LocationModel
import LocationServices
import LocdConfiguration

/// A recorder offline: the lines that it would write for a receiver's events.
struct RecorderReplay: ~Copyable {
    /// The result of the latest event, as lines of the track.
    private(set) var written: [LocationEvent] = []

    private var replay: Replay
    private var privacy: PrivacyFilter
    private var counted = ReplayTally()
    private var events: [LocationEvent] = []

    /// The recorder of a configuration. Private regions are left out if so configured.
    ///
    /// `addsActivity`: the motion activities, which no track contains, come between the lines, and are counted
    /// separately.
    init(_ configuration: Configuration, regions: [Region], addsActivity: Bool = false) {
        replay = Replay(
            settings: ManagerSettings(configuration),
            monitoring: MonitoredServices(configuration, regions: regions), recognizesActivity: addsActivity)
        privacy = PrivacyFilter(configuration.recorderZones(among: regions))
    }

    /// The totals so far.
    var tally: ReplayTally {
        var tally = counted
        tally.take(replay)
        return tally
    }

    mutating func receive(_ event: ReceiverEvent) {
        written.removeAll(keepingCapacity: true)
        replay.receive(event, into: &events)
        for event in events where event.isRecorded || event.isActivity { privacy.filter(event, into: &written) }
        for event in written { counted.add(event) }
        events.removeAll(keepingCapacity: true)
    }
}

extension LocationEvent {
    fileprivate var isActivity: Bool { if case .activity = self { true } else { false } }
}
