import LocationModel
import LocationServices
import LocdProtocol
import ServiceLifecycle

/// Tells the service manager in a line how it is going; `systemctl status` shows it.
struct StatusNotifier: Service {
    /// How often the line is looked at; it is sent when it has changed.
    private static let interval = Duration.seconds(5)

    let status: DaemonStatus
    let manager: ServiceManager
    let clock: MonotonicClock

    func run() async throws {
        // A service that returns ends the group: without a listener it waits for the end, and wakes nobody.
        guard manager.listens else { return try await gracefulShutdown() }
        await cancelWhenGracefulShutdown {
            var last: String?
            while !Task.isCancelled {
                let line = Self.line(await status.status())
                if line != last { manager.notify(.status(line)) }
                last = line
                do { try await clock.sleep(clock.now() + Self.interval) } catch { return }
            }
        }
    }

    /// No coordinates: whoever may call `systemctl status` may read it.
    static func line(_ reply: StatusReply) -> String {
        let fix =
            switch reply.receiver.state {
            case .fix3D: "3D fix"
            case .fix2D: "2D fix"
            case .released: "receiver let go of"
            default: "no fix: \(reply.receiver.cause?.rawValue ?? reply.receiver.state.rawValue)"
            }
        return "\(fix); \(reply.recorder.state.rawValue), \(reply.recorder.lines) lines"
    }
}
