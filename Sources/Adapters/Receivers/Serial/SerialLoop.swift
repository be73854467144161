import Glibc
import LocationModel
import LocationServices
import NMEA
import Synchronization
import SystemSupport

/// What is done with a port, step by step: open, read, wait, and again.
struct SerialLoop: ~Copyable {
    /// What a receiver was made with.
    struct Settings: Sendable {
        let source: SerialSource
        let rolloverReference: Int64?
        let presumedMoment: @Sendable () -> Int64?
        let clock: MonotonicClock
    }

    /// What outlives a stop: the speed that was found, and that the device was there.
    final class Memory: Sendable {
        let baud = Mutex<Int?>(nil)
        let wasOpen = Atomic(false)
    }

    private enum Phase {
        case beginning
        case closed
        case opening(BlockingCall<SerialPort, SerialPortError>)
        case open
        /// Before the next try, until an instant of ``SystemClock/sinceBoot``.
        case waiting(until: Duration)
    }

    private let settings: Settings
    private let memory: Memory
    private let run: ReceiverRun

    private var phase = Phase.beginning
    private var port: SerialPort?
    /// Announces the file of a device that stays away.
    private var arrival: DeviceArrival?
    private var decoder: NMEADecoder
    private var detector: BaudRateDetector
    private var delay = Backoff.ofReceivers
    private var generator = SystemRandomNumberGenerator()
    private var link: ReceiverLink?
    private var dateSource: Epoch.DateSource?
    private var momentAsked: Duration?
    /// When the first data after the latest epoch came, and what had come until then.
    private var withoutEpoch: (since: Duration, before: ScannerStatistics)?
    /// When the period began in which refusals are counted, and what had come until then.
    private var period: (since: Duration, before: ScannerStatistics)?
    /// What was refused in the one before, if it was much.
    private var refused: String?
    /// What came together, to be sent together.
    private var batch: [ReceiverEvent] = []
    private let buffer: UnsafeMutableRawBufferPointer

    /// The longest wait for the file of an absent device.
    private static let absence = Duration.seconds(20)

    /// How long data may come without an epoch.
    private static let patience = Duration.seconds(5)

    /// As much as a fast line brings in a third of a second.
    private static let bufferSize = 32 * 1024

    init(_ settings: Settings, _ memory: Memory, in run: ReceiverRun) {
        self.settings = settings
        self.memory = memory
        self.run = run
        var policy = EpochPolicy()
        policy.rolloverReference = settings.rolloverReference
        decoder = NMEADecoder(checksums: settings.source.checksums, policy: policy)
        detector = BaudRateDetector(baud: settings.source.baud, startingAt: memory.baud.withLock { $0 })
        buffer = .allocate(byteCount: Self.bufferSize, alignment: 8)
    }

    deinit {
        buffer.deallocate()
    }

    /// Does the next thing. Returns what to wait for; `nil` if it was stopped: the port is closed then.
    mutating func step() -> PollWait? {
        guard !run.isStopped else { return close() }
        let wait: PollWait
        do throws(SerialPortError) {
            wait = try advance()
        } catch {
            fail(error)
            decoder.interrupt()
            wait = pause()
        }
        if !batch.isEmpty {
            run.report(batch)
            batch.removeAll(keepingCapacity: true)
        }
        return wait
    }

    private mutating func advance() throws(SerialPortError) -> PollWait {
        switch phase {
        case .beginning:
            announce(ReceiverLink(.opening, device: device))
            phase = .closed
            return .immediate
        case .closed:
            detector = BaudRateDetector(baud: settings.source.baud, startingAt: memory.baud.withLock { $0 })
            do throws(SystemCallError) {
                let call = try BlockingCall(named: "locd-open") {
                    [device, baud = detector.baud] () throws(SerialPortError) in
                    try SerialPort(device: device, baud: baud)
                } onEnd: { [run] in
                    run.stepNow()
                }
                phase = .opening(call)
            } catch {
                announce(ReceiverLink(.absent(.deviceError), detail: ThreadError(error).description, device: device))
                return pause()
            }
            return PollWait()
        case .opening(let opening):
            guard let port = try opening.take() else { return PollWait() }
            opened(port)
            return .immediate
        case .open: return try read()
        case .waiting(let instant):
            if arrival?.hasChanged == true {
                delay.reset()
            } else if instant > SystemClock.sinceBoot {
                return waiting(until: instant)
            }
            arrival = nil
            phase = .closed
            return .immediate
        }
    }

    /// Closes the port; `nil` when it is free.
    private mutating func close() -> PollWait? {
        port = nil
        // Only one program can have it: who stops waits until it is free.
        if case .opening(let opening) = phase {
            do throws(SerialPortError) {
                guard let opened = try opening.take() else { return PollWait() }
                _ = consume opened
            } catch {}
            phase = .closed
        }
        return nil
    }

    private mutating func opened(_ opened: consuming SerialPort) {
        port = consume opened
        decoder.scanner.forgetChecksums()
        announce(ReceiverLink(.open, device: device))
        memory.wasOpen.store(true, ordering: .relaxed)
        withoutEpoch = nil
        (period, refused) = (nil, nil)
        phase = .open
    }

    // MARK: - Reading

    /// Reads what has come, once. Throws when the device is gone; the port is closed then.
    private mutating func read() throws(SerialPortError) -> PollWait {
        guard let port = port.take() else { return .immediate }
        switch port.read(into: buffer) {
        case .bytes(let count):
            delay.reset()
            try take(count, port)
        case .nothing:
            var descriptor = pollfd(fd: port.descriptor, events: Int16(POLLIN), revents: 0)
            // Hung up, and nothing left to read.
            if poll(&descriptor, 1, 0) > 0, descriptor.revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 {
                throw gone(EIO)
            }
        case .gone(let code):
            throw gone(code)
        }
        let wait = PollWait(for: port.descriptor)
        self.port = consume port
        return wait
    }

    /// Takes what was read.
    private mutating func take(_ count: Int, _ port: borrowing SerialPort) throws(SerialPortError) {
        let now = settings.clock.now()
        presumeMoment(now)
        let before = decoder.statistics
        let hasEpoch = decode(count)
        let sentences = decoder.statistics.readable &- before.readable
        switch detector.receive(bytes: count, sentences: Int(clamping: sentences), at: now) {
        case .unchanged: break
        case .readable:
            let speed = detector.baud
            memory.baud.withLock { $0 = speed }
            sayReadable()
        case .listen(let baud):
            decoder.interrupt()
            try port.listen(atBaud: baud)
        case .unreadable:
            announce(
                ReceiverLink(.failing(.unreadable), detail: Self.unreadable(detector), device: device))
        }
        noteEpochs(hasEpoch, sentences > 0, before, at: now)
        noteRefusals(before, at: now)
    }

    /// Says what is refused beside good sentences, once in a period.
    private mutating func noteRefusals(_ before: ScannerStatistics, at now: Duration) {
        let begun = period ?? (now, before)
        period = begun
        guard now - begun.since >= ReceiverLink.periodOfRefusals else { return }
        let statistics = decoder.statistics
        period = (now, statistics)
        refused = statistics.since(begun.before).notableRefusals
        if let link, link.condition == .open { announce(link) }
    }

    /// Says so when sentences come for long, and none has a position.
    private mutating func noteEpochs(
        _ hasEpoch: Bool, _ hasSentences: Bool, _ before: ScannerStatistics, at now: Duration
    ) {
        if hasEpoch {
            if let withoutEpoch, now - withoutEpoch.since >= Self.patience { sayReadable() }
            withoutEpoch = nil
            return
        }
        guard hasSentences else { return }
        let begun = withoutEpoch ?? (now, before)
        withoutEpoch = begun
        guard now - begun.since >= Self.patience, link?.condition == .open else { return }
        let words = decoder.statistics.since(begun.before).withoutPosition
        announce(
            ReceiverLink(
                .failing(.unreadable), detail: "data, but no position: \(words)", device: device, driver: "NMEA0183"))
    }

    /// Decodes what was read. Whether an epoch, with or without a fix, was in it.
    private mutating func decode(_ count: Int) -> Bool {
        let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
        var events: [ReceiverEvent] = []
        swap(&events, &batch)
        var source = dateSource
        var hasEpoch = false
        decoder.decode(bytes) { report in
            if case .epoch(let epoch) = report {
                hasEpoch = true
                if let found = epoch.dateSource { source = found }
            }
            events.append(ReceiverEvent(report))
        }
        swap(&events, &batch)
        if source != dateSource {
            dateSource = source
            sayReadable()
        }
        return hasEpoch
    }

    /// Says that sentences come: at which speed, and whether their dates are their own. In front of the fixes.
    private mutating func sayReadable() {
        let date =
            switch dateSource {
            case .snapped: "; its dates are 1024 weeks off and were moved"
            case .presumed: "; it sends no date: the day is the system clock's"
            case .receiver, nil: ""
            }
        announce(
            ReceiverLink(.open, detail: "\(detector.baud) baud\(date)", device: device, driver: "NMEA0183"), first: true
        )
    }

    private mutating func presumeMoment(_ now: Duration) {
        if let momentAsked, now - momentAsked < .seconds(60) { return }
        momentAsked = now
        decoder.assembler.policy.presumedMoment = settings.presumedMoment()
    }

    // MARK: - Waiting

    /// Waits before the next try, or until the file of an absent device announces it; one that stays away is not looked
    /// for.
    private mutating func pause() -> PollWait {
        arrival = DeviceArrival(of: device)
        let isAnnounced = arrival != nil && delay.isLongest
        let instant = SystemClock.sinceBoot + (isAnnounced ? Self.absence : delay.next(using: &generator))
        phase = .waiting(until: instant)
        return waiting(until: instant)
    }

    private mutating func waiting(until instant: Duration) -> PollWait {
        PollWait(for: arrival?.descriptor ?? -1, until: instant)
    }

    // MARK: - Saying

    private var device: String { settings.source.device }

    private func gone(_ code: Int32) -> SerialPortError {
        SerialPortError(code: code == 0 ? ENODEV : code, device: device)
    }

    private mutating func fail(_ error: SerialPortError) {
        var cause = error.cause
        // What was there once is unplugged now, whichever way its absence shows.
        if cause == .noDevice || cause == .deviceError, memory.wasOpen.load(ordering: .relaxed) { cause = .unplugged }
        announce(ReceiverLink(.absent(cause), detail: error.description, device: device))
    }

    /// Says how the link stands, where that is new.
    private mutating func announce(_ link: ReceiverLink, first: Bool = false) {
        var link = link
        link.refused = link.condition == .open ? refused : nil
        guard link != self.link else { return }
        self.link = link
        batch.insert(.link(link), at: first ? 0 : batch.count)
    }

    private static func unreadable(_ detector: BaudRateDetector) -> String {
        "bytes, but no sentences, \(detector.isFixed ? "at \(detector.baud) baud" : "at any speed")"
            + ": correct the baud rate, or set the receiver to NMEA"
    }
}
