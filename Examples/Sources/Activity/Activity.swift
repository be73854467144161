import CoreMotion

/// Prints what somebody is doing and how far they walk: until it has been told so many activities.
@main
struct Activity {
    static func main() {
        var remaining = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? .max
        guard CMMotionActivityManager.isActivityAvailable() else {
            say("No activities here.")
            return
        }
        let pedometer = CMPedometer()
        pedometer.startUpdates(from: Date()) { data, error in
            if let distance = data?.distance { say("walked \(distance.intValue) m") }
            if let error { say("not walked: \(error.localizedDescription)") }
        }
        let manager = CMMotionActivityManager()
        manager.startActivityUpdates(to: .main) { activity in
            guard let activity else { return }
            say("\(activity.startDate.formatted(.iso8601)) \(words(for: activity))")
            remaining -= 1
            if remaining == 0 { exit(0) }
        }
        RunLoop.main.run()
    }

    /// At once, also where the output is no terminal.
    private static func say(_ words: String) {
        FileHandle.standardOutput.write(Data((words + "\n").utf8))
    }

    private static func words(for activity: CMMotionActivity) -> String {
        let flags = [
            ("stationary", activity.stationary), ("walking", activity.walking), ("running", activity.running),
            ("cycling", activity.cycling), ("automotive", activity.automotive),
        ]
        return flags.first { $0.1 }?.0 ?? "unknown"
    }
}
