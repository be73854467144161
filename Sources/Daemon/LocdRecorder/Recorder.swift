package import LocationModel
package import LocationServices
package import LocdConfiguration
import LocdProtocol
import Receivers
import Synchronization
package import SystemSupport
package import Tracks

/// A location manager plus a track: a client of the hub like others, configured by file.
package struct Recorder: Sendable {
    package let manager: LocationManager
    package let writer: TrackWriter
    /// Events of the configured regions, for subscribers; without a reader the oldest are dropped.
    package let regionEvents: AsyncStream<RegionEvent>
    private let sink: TrackSink
    /// Whether private regions are left out of the track. The value at the start applies, so that a track never mixes
    /// both.
    private let leavesOutPrivateRegions: Bool

    /// A recorder on a hub, writing with a writer.
    ///
    /// - Parameters:
    ///   - regions: The regions. Locations in private ones are not written, if so configured.
    ///   - state: The state of an earlier run's services.
    ///   - lastRecord: The time of the last line of an earlier run.
    ///   - place: Where the machine was when that ended.
    ///   - onDelivery: Called with all delivered events, private regions included, once they are on their way into the
    ///     track; it must return at once.
    ///   - onEvents: Called for each event that is not a location line; it must return at once.
    package init(
        _ configuration: Configuration, hub: LocationHub, writer: TrackWriter, regions: [Region],
        resuming state: ServiceState?, after lastRecord: Timestamp? = nil, at place: Coordinate? = nil,
        onDelivery: (@Sendable ([LocationEvent]) -> Void)? = nil,
        onEvents: @escaping @Sendable () -> Void
    ) {
        self.writer = writer
        leavesOutPrivateRegions = configuration.recorder.privacyZones
        let (regionEvents, continuation) = AsyncStream.makeStream(
            of: RegionEvent.self, bufferingPolicy: .bufferingNewest(256))
        self.regionEvents = regionEvents
        sink = TrackSink(
            writer: writer,
            privacy: PrivacyFilter(
                configuration.recorderZones(among: regions), since: lastRecord, at: place),
            onEvents: onEvents, onRegion: { continuation.yield($0) }, onDelivery: onDelivery)
        manager = LocationManager(
            settings: ManagerSettings(configuration), hub: hub, sink: sink, resuming: state,
            seesPrivateRegions: true)
    }

    /// Writes that the machine came into another time zone.
    package func record(_ change: TimeZoneChange) {
        sink.write(.timeZone(change))
    }

    /// Writes steps, without those of private regions if they are left out.
    package func record(_ steps: StepCount) {
        sink.write(.steps(steps))
    }

    /// Takes other regions, of which those that are private are left out from here on, if any are.
    package func apply(_ regions: [Region]) {
        if leavesOutPrivateRegions { sink.apply(PrivacyZones(regions)) }
    }
}

/// Writes the events of a manager into a track. Never waits for the disk.
final class TrackSink: LocationSink {
    private let writer: TrackWriter
    private let privacy: Mutex<PrivacyFilter>
    private let onEvents: @Sendable () -> Void
    private let onRegion: @Sendable (RegionEvent) -> Void
    private let onDelivery: (@Sendable ([LocationEvent]) -> Void)?

    init(
        writer: TrackWriter, privacy: PrivacyFilter, onEvents: @escaping @Sendable () -> Void,
        onRegion: @escaping @Sendable (RegionEvent) -> Void = { _ in },
        onDelivery: (@Sendable ([LocationEvent]) -> Void)? = nil
    ) {
        self.onDelivery = onDelivery
        self.writer = writer
        self.onRegion = onRegion
        self.privacy = Mutex(privacy)
        self.onEvents = onEvents
    }

    /// Replaces the zones: from now on, received events in them are not written.
    func apply(_ zones: PrivacyZones) {
        privacy.withLock { $0.apply(zones) }
    }

    /// Writes an event that is not the manager's.
    func write(_ event: LocationEvent) {
        writer.append(privacy.withLock { $0.filter(event) })
    }

    func receive(_ events: [LocationEvent]) {
        writer.append(privacy.withLock { filter in events.flatMap { filter.filter($0) } })
        onDelivery?(events)
        for case .region(let event) in events { onRegion(event) }
        if events.contains(where: { if case .location = $0 { false } else { true } }) { onEvents() }
    }
}

extension MonitoredServices {
    /// The events that the recorder records besides locations.
    package init(_ configuration: Configuration, regions: [Region]) {
        self.init(visits: configuration.recorder.visits, regions: regions)
    }
}

extension Configuration {
    /// The events that the recorder leaves out of the track: none by default.
    package func recorderZones(among regions: [Region]) -> PrivacyZones {
        PrivacyZones(recorder.privacyZones ? regions : [])
    }
}

extension ManagerSettings {
    /// The recorder's settings: a track keeps to distance, so a better accuracy alone passes no filter.
    package init(_ configuration: Configuration) {
        self.init()
        let recorder = configuration.recorder
        desiredAccuracy = recorder.desiredAccuracy
        distanceFilter = recorder.distanceFilter
        activityType = recorder.activityType
        pausesLocationUpdatesAutomatically = recorder.pausesLocationUpdatesAutomatically
        deliversBetterAccuracy = false
        deliversDepartures = true
        deliversTurns = true
        filtersDrift = true
        holdsPositionWhenStationary = recorder.holdsPositionWhenStationary
        maximumHorizontalAccuracy = recorder.maximumHorizontalAccuracy
        maximumAge = recorder.maximumAge
        maximumSpeed = recorder.maximumSpeed
        minimumInterval = recorder.minimumInterval
        deliversUntrusted = recorder.recordsUntrusted
        smoothing = recorder.smoothing
        preset = recorder.preset
        presetOnBattery = recorder.presetOnBattery
        presetOnLowBattery = recorder.presetOnLowBattery
        presetOnMediumBattery = recorder.presetOnMediumBattery
        (lowBattery, mediumBattery) = (recorder.lowBattery, recorder.mediumBattery)
        staleAfter = .seconds(configuration.receiver.staleAfter)
        // Core Location's limit exists to share the hardware among apps.
        maximumMonitoredRegions = nil
    }
}

extension StandardUpdates.Seed {
    /// The end of an earlier run's track; `nil` if there is none.
    package init?(_ tail: TrackTail) {
        guard let location = tail.lastLocation else { return nil }
        self.init(
            location: location, timestamp: tail.lastTimestamp ?? location.timestamp,
            pausedAt: tail.openPause.map { $0.coordinate ?? location.coordinate })
    }
}

extension Configuration.Receiver.Source {
    /// The configured receiver, read on a thread that also does other work.
    ///
    /// The build date of locd determines in which of GPS's periods of 1024 weeks a receiver's dates lie; the system's
    /// clock does if it is synchronized and later. The track does not: what was imported may have any date.
    package func receiver(clock: MonotonicClock, on thread: ExecutorThread) -> any Receiver {
        switch self {
        case .gpsd(let address):
            GPSDReceiver(address, clock: clock, on: thread)
        case .serial(let source):
            SerialReceiver(
                source: source,
                rolloverReference: max(
                    LocdRelease.built.milliseconds, SerialReceiver.synchronizedSystemTime() ?? .min),
                clock: clock, on: thread,
                presumedMoment: SerialReceiver.synchronizedSystemTime)
        case .file(let source):
            RecordingReceiver(source, clock: clock, on: thread)
        }
    }
}
