package import LocationModel
package import LocationServices
package import SystemSupport

/// Runs a ``BeaconCore`` live, on the thread of the beacons. ``run(_:)`` does the work, so a task must be running it.
package actor BeaconService {
    package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    /// What is known of them.
    package struct Status: Sendable, Hashable {
        /// Whether something listens: this machine's adapter, or another receiver that reports.
        package var isListening: Bool
        package var isWanted: Bool
        /// Why nothing listens: sentences for everybody.
        package var problems: [String]
    }

    private struct Output: Sendable {
        var reports: [BeaconReport]
        var time: Timestamp
    }

    private let thread: ExecutorThread
    private let clock: MonotonicClock
    private let wallTime: @Sendable () -> Timestamp
    private let timer: DeadlineTimer
    private let radio: BeaconRadio?
    private var isWanted = false
    private var core = BeaconCore()
    private let demands: AsyncStream<BeaconDemand>
    private let demandsContinuation: AsyncStream<BeaconDemand>.Continuation
    private let outputs: AsyncStream<Output>
    private let outputsContinuation: AsyncStream<Output>.Continuation

    /// A service without demands. `radio` is the adapter of this machine, if it is used; `wallTime` is the time of day.
    package init(
        on thread: ExecutorThread, radio: BeaconRadio? = nil, clock: MonotonicClock,
        wallTime: @escaping @Sendable () -> Timestamp = { Timestamp(clock: SystemClock.wallTime) }
    ) {
        self.thread = thread
        self.clock = clock
        self.wallTime = wallTime
        self.radio = radio
        timer = DeadlineTimer(clock: clock, executor: thread)
        // The latest demand is all that counts.
        (demands, demandsContinuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        // Without a reader, the oldest reports are the least important.
        (outputs, outputsContinuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(4096))
    }

    /// Somebody asks for other beacons; returns at once.
    package nonisolated func demand(_ demand: BeaconDemand) {
        demandsContinuation.yield(demand)
    }

    /// Advertisements that another receiver heard: payloads, and strengths in dBm. Returns how many are those of
    /// beacons.
    package func receive(_ advertisements: [(payload: [UInt8], rssi: Int)]) -> Int {
        let sightings = advertisements.compactMap { heard in
            AdvertisingData.beacon(in: heard.payload).flatMap {
                BeaconSighting($0, rssi: heard.rssi, source: .reported)
            }
        }
        let (now, time) = (clock.now(), wallTime())
        // Who reports listens, and is silent later because nothing is heard.
        var reports = core.listen(.reported, true, at: now, time: time)
        for sighting in sightings { reports += core.receive(sighting, at: now, time: time) }
        conclude(reports, time)
        return sightings.count
    }

    /// Works until cancelled, and passes reports on, in order, with the time of day. Call it once.
    package func run(_ deliver: @escaping @Sendable ([BeaconReport], Timestamp) async -> Void) async {
        await withDiscardingTaskGroup { group in
            group.addTask { for await demand in self.demands { await self.apply(demand) } }
            if let radio { group.addTask { await self.listen(with: radio) } }
            for await output in outputs { await deliver(output.reports, output.time) }
            group.cancelAll()
        }
        timer.end()
    }

    /// What is known of them.
    package var status: Status {
        Status(
            isListening: core.isListening, isWanted: isWanted,
            problems: core.isListening ? [] : radio?.problems ?? [])
    }

    /// Works with the radio until cancelled.
    private func listen(with radio: BeaconRadio) async {
        // More than a room full of beacons sends in a second. Behind that, the oldest are lost.
        let (reports, sink) = AsyncStream.makeStream(
            of: BeaconRadio.Report.self, bufferingPolicy: .bufferingNewest(16_384))
        await withDiscardingTaskGroup { group in
            group.addTask {
                await radio.run { sink.yield($0) }
                sink.finish()
            }
            for await report in reports { take(report) }
        }
    }

    private func take(_ report: BeaconRadio.Report) {
        let (now, time) = (clock.now(), wallTime())
        switch report {
        case .heard(let sighting): conclude(core.receive(sighting, at: now, time: time), time)
        case .listens(let listens): conclude(core.listen(.radio, listens, at: now, time: time), time)
        }
    }

    private func apply(_ demand: BeaconDemand) {
        isWanted = !demand.isEmpty
        radio?.want(isWanted)
        let time = wallTime()
        conclude(core.apply(demand, at: clock.now(), time: time), time)
    }

    private func tick() {
        let time = wallTime()
        conclude(core.tick(at: clock.now(), time: time), time)
    }

    private func conclude(_ reports: [BeaconReport], _ time: Timestamp) {
        if !reports.isEmpty { outputsContinuation.yield(Output(reports: reports, time: time)) }
        timer.set(core.deadline) { [weak self] in await self?.tick() }
    }
}

/// The payload of a Bluetooth advertisement: structures of a length, a type and data (Core Specification, volume 3,
/// part C, section 11).
package enum AdvertisingData {
    /// The longest payload, of an extended advertisement.
    package static let maximumCount = 1650

    private static let serviceData: UInt8 = 0x16
    private static let manufacturerData: UInt8 = 0xFF

    /// The first beacon in a payload; `nil` if there is none. What follows a damaged structure is not read.
    package static func beacon(in payload: some Collection<UInt8>) -> BeaconAdvertisement? {
        guard payload.count <= maximumCount else { return nil }
        var bytes = ByteCursor(payload)
        // A length of 0 ends the structures early.
        while let length = bytes.byte(), length > 0, let structure = bytes.bytes(Int(length)) {
            var content = ByteCursor(structure)
            guard let type = content.byte(), let number = content.littleWord(),
                let data = content.bytes(content.remaining)
            else { continue }
            switch type {
            case manufacturerData:
                if let found = BeaconDecoder.advertisement(ofManufacturer: number, data) { return found }
            case serviceData:
                if let found = BeaconDecoder.advertisement(ofService: number, data) { return found }
            default: continue
            }
        }
        return nil
    }

    /// The payload of an iBeacon, for players of advertisements: its flags, and its structure.
    package static func iBeacon(_ identity: BeaconIdentity, measuredPower: Int8) -> [UInt8] {
        let values = [identity.major, identity.minor].flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
        return [0x02, 0x01, 0x06, 0x1A, manufacturerData, 0x4C, 0x00, 0x02, 0x15] + identity.uuid.bytes + values
            + [UInt8(bitPattern: measuredPower)]
    }
}
