import LocationServices
import SystemSupport

/// Reads the step counter of a machine, and looks for it while there is none.
package struct StepCounterReader: Sendable {
    /// What is known of the counter.
    package enum State: Sendable, Hashable {
        case absent
        /// There is one, and it is switched off.
        case disabled
        /// It counts.
        case active
        /// It cannot be read; a sentence.
        case failed(String)
    }

    /// A reading of a counter that counts: a walk of ten seconds is recognized with the next one, and a processor that
    /// sleeps is woken six times a minute.
    package static let interval = Duration.seconds(10)
    /// A look for a counter, or at one that is switched off.
    package static let lookInterval = Duration.seconds(60)

    private let devices: String
    private var device: StepCounterDevice?
    private var counter = StepCounter()

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

/// What the readings of a step counter mean: a pure state machine.
///
/// A counter only rises, until it is reset: by a restart of its driver, by a suspended machine, or because its number
/// is full. Nobody knows how many steps were lost then, so a reading that fell, or rose faster than a person can walk,
/// counts nothing and is the new baseline.
package struct StepCounter: Sendable {
    /// Steps that were counted between two instants.
    package struct Count: Sendable, Hashable {
        package var from: Duration
        package var to: Duration
        package var numberOfSteps: Int
    }

    /// Steps a second that nobody exceeds: in finals over 100 m sprinters make 4 to 5 (Salo and others, Medicine &
    /// Science in Sports & Exercise 43 (2011), 1055).
    package static let fastest = 5.0

    private var last: (value: UInt64, at: Duration)?

    /// A counter without a baseline.
    package init() {}

    /// Takes a reading; returns the steps since the one before, `nil` if there were none or the reading is a new
    /// baseline.
    package mutating func receive(_ value: UInt64, at now: Duration) -> Count? {
        defer { last = (value, now) }
        guard let last, value > last.value, now > last.at else { return nil }
        let rise = value - last.value
        guard Double(rise) <= (now - last.at).seconds * Self.fastest else { return nil }
        return Count(from: last.at, to: now, numberOfSteps: Int(rise))
    }

    /// The counter could not be read: the next reading is a baseline.
    package mutating func lose() {
        last = nil
    }
}

/// A step counter that the kernel offers through its Industrial I/O subsystem, or a folder with the same files.
///
/// Its files are text: <https://docs.kernel.org/ABI/testing/sysfs-bus-iio>, `in_steps_input` and `in_steps_en`. They
/// are hostile until parsed.
package struct StepCounterDevice: Sendable, Hashable {
    /// What a file of a number says.
    package enum Reading: Sendable, Hashable {
        case number(UInt64)
        /// The file does not exist.
        case missing
        /// The file is not readable, or not a number; a sentence.
        case unreadable(String)
    }

    /// Bytes of a file that are read: a number has fewer.
    private static let longestNumber = 64

    /// The folder of the device.
    package let directory: String

    /// The first step counter among the devices of a folder; `nil` without one.
    package static func first(in devices: String) -> StepCounterDevice? {
        IndustrialIO.devices(in: devices).lazy.map(StepCounterDevice.init).first { $0.steps != .missing }
    }

    package var steps: Reading { number("in_steps_input") }

    /// Whether it counts: a counter without a switch always does.
    package var isEnabled: Bool { number("in_steps_en") != .number(0) }

    private func number(_ name: String) -> Reading {
        do throws(BoundedFile.Failure) {
            let bytes = try BoundedFile.prefix(of: "\(directory)/\(name)", count: Self.longestNumber)
            guard let number = Self.number(bytes) else { return .unreadable("\(directory)/\(name) is not a number") }
            return .number(number)
        } catch {
            return error.isMissing ? .missing : .unreadable("\(directory)/\(name): \(error)")
        }
    }

    /// The whole number that a file says, with white space around it; `nil` for anything else.
    package static func number(_ bytes: [UInt8]) -> UInt64? {
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
        guard let first = bytes.firstIndex(where: { !isSpace($0) }), let last = bytes.lastIndex(where: { !isSpace($0) })
        else { return nil }
        let digits = bytes[first...last]
        guard digits.count <= 20, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return UInt64(String(decoding: digits, as: UTF8.self))
    }
}
