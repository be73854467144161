/// Reads the step counter of a machine, and looks for it while there is none.
package struct StepCounterReader: Sendable {
    /// What is known of the counter.
    package enum State: Sendable, Hashable {
        /// There is none.
        case absent
        /// There is one, and it is switched off.
        case disabled
        /// It counts.
        case active
        /// It cannot be read; a sentence.
        case failed(String)
    }

    /// A reading of a counter that counts: a walk of ten seconds is recognized with the next one, and a processor that sleeps
    /// is woken six times a minute.
    package static let interval = Duration.seconds(10)
    /// A look for a counter, or at one that is switched off.
    package static let lookInterval = Duration.seconds(60)

    private let devices: String
    private var device: StepCounterDevice?
    private var counter = StepCounter()

    /// A reader of the devices in a folder.
    package init(devices: String) {
        self.devices = devices
    }

    /// Reads once: what the counter is like, and the steps since the reading before.
    package mutating func read(at now: Duration) -> (state: State, count: StepCounter.Count?) {
        guard let device = device ?? StepCounterDevice.first(in: devices) else { return lose(.absent) }
        self.device = device
        guard device.isEnabled else { return lose(.disabled) }
        switch device.steps {
        case .number(let value): return (.active, counter.receive(value, at: now))
        case .missing:
            self.device = nil
            return lose(.absent)
        case .unreadable(let sentence): return lose(.failed(sentence))
        }
    }

    private mutating func lose(_ state: State) -> (state: State, count: StepCounter.Count?) {
        counter.lose()
        return (state, nil)
    }
}
