import LocationModel
import LocationServices
import LocdProtocol

/// Tells the service manager in a line how it is going; `systemctl status` shows it.
struct StatusNotifier: Service {
    /// How often the line is made; it is sent when it has changed.
    private static let interval = Duration.seconds(5)

    let status: DaemonStatus
    let manager: ServiceManager
    let clock: MonotonicClock

    func run() async {
        var last: String?
        repeat {
            let line = Self.line(await status.status().redacted(for: Authorization(.denied)))
            if line != last { manager.notify(.status(line)) }
            last = line
        } while await clock.rest(for: Self.interval)
    }

    /// What everybody may know: whoever may call `systemctl status` reads it.
    static func line(_ reply: StatusReply) -> String {
        var words = [fix(reply), reply.recorder.state.rawValue]
        if reply.recorder.state == .failed {
            words += [reply.recorder.cause, reply.recorder.remedy].compactMap(\.self)
        }
        if let remedy = reply.receiver.remedy { words.append(remedy) }
        words += reply.problems
        return words.joined(separator: "; ")
    }

    private static func fix(_ reply: StatusReply) -> String {
        let receiver = reply.receiver
        switch receiver.state {
        case .fix2D, .fix3D:
            var words = receiver.state == .fix3D ? "3D fix" : "2D fix"
            if let accuracy = reply.horizontalAccuracy { words += " ± \(accuracy) m" }
            if let used = receiver.satellitesUsed { words += ", \(used) satellites" }
            return words
        case .released: return "receiver released"
        default: return "no fix: \(receiver.cause?.rawValue ?? receiver.state.rawValue)"
        }
    }
}
