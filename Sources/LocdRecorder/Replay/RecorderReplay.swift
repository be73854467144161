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
    init(_ configuration: Configuration, regions: [Region]) {
        replay = Replay(
            settings: ManagerSettings(configuration),
            monitoring: MonitoredServices(configuration, regions: regions))
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
        for event in events where event.isRecorded { written += privacy.filter(event) }
        for event in written { counted.add(event) }
        events.removeAll(keepingCapacity: true)
    }
}
