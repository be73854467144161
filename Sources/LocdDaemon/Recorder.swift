public import LocationModel
import LocationServices
import Synchronization
import Tracks

/// A location manager plus a track: simply the first client, configured by file.
struct Recorder: Sendable {
    let manager: LocationManager
    let writer: TrackWriter

    /// A recorder on a hub, writing with a writer.
    ///
    /// What lies in one of the zones is not written.
    init(
        _ configuration: Configuration, hub: LocationHub, writer: TrackWriter, zones: PrivacyZones,
        clock: MonotonicClock
    ) {
        self.writer = writer
        manager = LocationManager(
            settings: ManagerSettings(configuration), hub: hub, sink: TrackSink(writer: writer, zones: zones),
            clock: clock)
    }
}

/// Writes what a manager delivers into a track. Never waits for the disk.
final class TrackSink: LocationSink {
    private let writer: TrackWriter
    private let privacy: Mutex<PrivacyFilter>

    init(writer: TrackWriter, zones: PrivacyZones) {
        self.writer = writer
        privacy = Mutex(PrivacyFilter(zones))
    }

    func receive(_ events: [LocationEvent]) async {
        writer.append(privacy.withLock { filter in events.flatMap { filter.filter($0) } })
    }
}

extension Configuration {
    /// What the recorder leaves out of the track: nothing, unless told to. Fails where it was told to and what is private
    /// cannot be learned.
    public func recorderZones() throws(RegionsFileError) -> PrivacyZones {
        recorder.privacyZones ? PrivacyZones(try RegionsFile.regions(at: regions.file)) : PrivacyZones()
    }
}

extension ManagerSettings {
    /// The recorder's settings: a track keeps to distance, so a better accuracy alone passes no filter.
    init(_ configuration: Configuration) {
        self.init()
        let recorder = configuration.recorder
        desiredAccuracy = recorder.desiredAccuracy
        distanceFilter = recorder.distanceFilter
        activityType = recorder.activityType
        pausesLocationUpdatesAutomatically = recorder.pausesLocationUpdatesAutomatically
        deliversBetterAccuracy = false
        holdsPositionWhenStationary = recorder.holdsPositionWhenStationary
        maximumHorizontalAccuracy = recorder.maximumHorizontalAccuracy
        maximumAge = recorder.maximumAge
        maximumSpeed = recorder.maximumSpeed
        minimumInterval = recorder.minimumInterval
        smoothing = recorder.smoothing
        preset = recorder.preset
        presetOnBattery = recorder.presetOnBattery
        presetOnLowBattery = recorder.presetOnLowBattery
        lowBattery = recorder.lowBattery
        staleAfter = .seconds(configuration.receiver.staleAfter)
    }
}

extension StandardUpdates.Seed {
    /// Where the track of an earlier run ended; `nil` where there is none.
    init?(_ tail: TrackTail) {
        guard let location = tail.lastLocation else { return nil }
        self.init(
            location: location, timestamp: tail.lastTimestamp ?? location.timestamp,
            pausedAt: tail.openPause.map { $0.coordinate ?? location.coordinate })
    }
}
