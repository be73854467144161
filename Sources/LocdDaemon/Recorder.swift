import LocationModel
import LocationServices
import Tracks

/// A location manager plus a track: simply the first client, configured by file.
struct Recorder: Sendable {
    let manager: LocationManager
    let writer: TrackWriter

    /// A recorder on a hub, writing with a writer.
    init(_ configuration: Configuration, hub: LocationHub, writer: TrackWriter, clock: MonotonicClock) {
        self.writer = writer
        manager = LocationManager(
            settings: ManagerSettings(configuration), hub: hub, sink: TrackSink(writer: writer), clock: clock)
    }
}

/// Writes what a manager delivers into a track. Never waits for the disk.
struct TrackSink: LocationSink {
    let writer: TrackWriter

    func receive(_ events: [LocationEvent]) async {
        writer.append(events)
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
