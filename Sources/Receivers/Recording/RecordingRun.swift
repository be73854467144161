import Glibc
import LocationServices
import Synchronization

/// One stretch between start and stop of a recording: its thread, and how to end it.
final class RecordingRun: Sendable {
    /// Waits for so long, or until it is woken.
    typealias Rest = @Sendable (Duration, WakeDescriptor) -> Void

    /// No descriptor or no thread was left.
    struct CannotStart: Error, CustomStringConvertible {
        let description: String
    }

    let player: RecordingPlayer
    private let wake: WakeDescriptor
    private let hasEnded: EndFlag
    private let thread: DedicatedThread

    private final class EndFlag: Sendable {
        let value = Atomic(false)
    }

    /// Starts the thread.
    init(_ player: RecordingPlayer) throws(CannotStart) {
        guard let wake = WakeDescriptor() else {
            throw CannotStart(description: "\(String(cString: strerror(errno))): raise LimitNOFILE= of the unit")
        }
        let flag = EndFlag()
        self.player = player
        self.wake = wake
        hasEnded = flag
        let instant = player.now()
        do {
            thread = try DedicatedThread(named: "locd-recording") {
                player.play(since: instant, wake: wake) { flag.value.load(ordering: .acquiring) }
            }
        } catch {
            throw CannotStart(description: error.description)
        }
    }

    /// Asks the thread to end.
    func end() {
        hasEnded.value.store(true, ordering: .releasing)
        wake.signal()
    }

    /// Returns when nothing more will be said.
    func join() async {
        await thread.join()
    }

    /// Waits on the descriptor.
    static let rest: Rest = { duration, wake in
        let milliseconds = Int32((min(max(duration.seconds, 0), 3600) * 1000).rounded(.up))
        var descriptor = pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0)
        poll(&descriptor, 1, milliseconds)
    }
}
