import Glibc
public import LocationServices

/// Performs the steps of a ``SerialTransmitter`` on a pseudo-terminal, until the end or until stopped.
/// It blocks its thread; a reader cannot block it for longer than a tenth of a second.
public struct SerialPlayer: ~Copyable {
    /// The pseudo-terminal that it plays on.
    public let terminal: PseudoTerminal
    private let clock: MonotonicClock
    private let stop: Int32
    private var hadReader = false

    /// Plays on `terminal`, paced by `clock`, until the descriptor `stop` becomes readable (-1: never).
    public init(terminal: consuming PseudoTerminal, clock: MonotonicClock, stop: Int32) {
        self.terminal = terminal
        self.clock = clock
        self.stop = stop
    }

    /// Returns when a process has opened the device; false if stopped before.
    public mutating func waitForReader() -> Bool {
        while !checkReader() {
            if rest(.milliseconds(50), events: 0) { return false }
        }
        return true
    }

    /// Stays silent for `pause`; true if stopped.
    public mutating func rest(for pause: Duration) -> Bool {
        let end = clock.now() + pause
        while case let now = clock.now(), now < end {
            let hasReader = checkReader()
            if rest(end - now, events: hasReader ? POLLIN : 0) { return true }
        }
        return false
    }

    /// Plays to the end, lets the reader take the last bytes, and keeps the device for `hold` longer, so that the
    /// reader can process them. Throws `.cannotWrite`.
    public mutating func play(
        _ transmitter: inout SerialTransmitter, hold: Duration
    ) throws(SimulationError) {
        while true {
            let hasReader = checkReader()
            let now = clock.now()
            var pause = Duration.zero
            var events = POLLIN
            switch transmitter.next(now: now, hasReader: hasReader) {
            case .write(let bytes):
                transmitter.wrote(try terminal.write(bytes), of: bytes.count)
            case .wait(let instant): pause = instant - now
            case .waitForReader: pause = .milliseconds(50)
            case .waitForRoom:
                pause = .milliseconds(100)
                events |= POLLOUT
            case .finished: return drain(hold: hold)
            }
            if rest(pause, events: hasReader ? events : 0) { return }
        }
    }

    private mutating func drain(hold: Duration) {
        let deadline = clock.now() + .seconds(2)
        // Bytes that the terminal still buffers move up when the reader takes some: it is empty only if it stays so.
        var empty = 0
        while empty < 3, checkReader(), clock.now() < deadline {
            empty = terminal.unread == 0 ? empty + 1 : 0
            if rest(.milliseconds(5), events: 0) { return }
        }
        _ = rest(for: hold)
    }

    private mutating func checkReader() -> Bool {
        let hasReader = terminal.hasReader
        if hadReader, !hasReader { terminal.reset() }
        hadReader = hasReader
        return hasReader
    }

    /// Waits for `pause` or for one of the terminal's `events`; true if stopped. With 0 it does not poll the terminal,
    /// because without a reader `poll` returns at once.
    private func rest(_ pause: Duration, events: Int32) -> Bool {
        var watched = [
            pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
            pollfd(fd: events == 0 ? -1 : terminal.descriptor, events: Int16(events), revents: 0),
        ]
        // A reader may come, or go unnoticed, during a long pause: check at intervals.
        let milliseconds = (min(max(pause.seconds, 0), 0.25) * 1000).rounded(.up)
        let count = poll(&watched, nfds_t(watched.count), Int32(milliseconds))
        guard count > 0 else { return false }
        if Int32(watched[1].revents) & POLLIN != 0 { terminal.discardInput() }
        return watched[0].revents != 0
    }
}
