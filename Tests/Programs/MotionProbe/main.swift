// MotionProbe [available] [activities FROM TO] [count]
//
// A program of Core Motion's for system tests: it asks what its words say, in order, and prints the answers. Times are
// seconds since 1970.
import CoreMotion

@MainActor func say(_ words: String) {
    FileHandle.standardOutput.write(Data("\(words)\n".utf8))
}

/// The one flag that is set.
func kind(of activity: CMMotionActivity) -> String {
    let flags = [
        ("stationary", activity.stationary), ("walking", activity.walking), ("running", activity.running),
        ("cycling", activity.cycling), ("automotive", activity.automotive), ("unknown", activity.unknown),
    ]
    return flags.filter(\.1).map(\.0).joined(separator: "+")
}

var words = CommandLine.arguments.dropFirst()
@MainActor func time() -> Date { Date(timeIntervalSince1970: words.popFirst().flatMap(Double.init) ?? .nan) }

while let word = words.popFirst() {
    switch word {
    case "available":
        say("activity \(CMMotionActivityManager.isActivityAvailable())")
        say("steps \(CMPedometer.isStepCountingAvailable())")
        say("distance \(CMPedometer.isDistanceAvailable())")
        say("floors \(CMPedometer.isFloorCountingAvailable())")
        say("absolute altitude \(CMAltimeter.isAbsoluteAltitudeAvailable())")
        say("relative altitude \(CMAltimeter.isRelativeAltitudeAvailable())")
    case "activities":
        let (from, to) = (time(), time())
        do {
            let manager = CMMotionActivityManager()
            for activity in try await manager.queryActivityStarting(from: from, to: to, to: .main) {
                let milliseconds = Int64((activity.startDate.timeIntervalSince1970 * 1000).rounded())
                say("was \(milliseconds) \(kind(of: activity)) \(activity.confidence.rawValue)")
            }
        } catch {
            say("failed \((error as NSError).code)")
        }
    case "count":
        let pedometer = CMPedometer()
        pedometer.startUpdates(from: Date()) { data, failure in
            if let failure { return say("failed \((failure as NSError).code)") }
            guard let data, data.numberOfSteps.intValue > 0 else { return }
            say("counted \(data.numberOfSteps) \(data.currentCadence?.doubleValue ?? -1)")
        }
        // Until it is ended.
        try await Task.sleep(for: .seconds(120))
        pedometer.stopUpdates()
    default: preconditionFailure("\(word)?")
    }
}
