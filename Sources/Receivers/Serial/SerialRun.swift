import Glibc
import LocationModel
import LocationServices
import NMEA
import Synchronization

/// One stretch between start and stop: its thread, and how to end it.
final class SerialRun: Sendable {
    /// What a receiver was made with.
    struct Settings: Sendable {
        let source: SerialSource
        let rolloverReference: Int64?
        let presumedMoment: @Sendable () -> Int64?
    }

    /// What outlives a stop.
    final class Memory: Sendable {
        let baud = Mutex<Int?>(nil)
    }

    /// No descriptor or no thread was left.
    struct CannotStart: Error, CustomStringConvertible {
        let description: String
    }

    private let wake: WakeDescriptor
    private let hasEnded: EndFlag
    private let thread: DedicatedThread

    /// Whether the run is to end.
    private final class EndFlag: Sendable {
        let value = Atomic(false)
    }

    /// Starts the thread.
    init(
        _ settings: Settings, _ memory: Memory, _ queue: EventQueue
    ) throws(CannotStart) {
        guard let wake = WakeDescriptor() else {
            throw CannotStart(description: "\(String(cString: strerror(errno))): raise LimitNOFILE= of the unit")
        }
        let flag = EndFlag()
        self.wake = wake
        hasEnded = flag
        do {
            thread = try DedicatedThread(named: "locd-serial") {
                var loop = SerialLoop(settings, memory, queue, wake: wake) { flag.value.load(ordering: .acquiring) }
                loop.run()
            }
        } catch {
            throw CannotStart(description: error.description)
        }
    }

    /// Asks the thread to let go and end.
    func end() {
        hasEnded.value.store(true, ordering: .releasing)
        wake.signal()
    }

    /// Returns when the port is closed and nothing more will be said.
    func join() async {
        await thread.join()
    }
}
