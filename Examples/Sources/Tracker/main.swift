import CoreLocation

// The main thread has a run loop, and that is where a manager that was made there calls its delegate.
let tracker = Tracker(locations: CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? .max)
RunLoop.main.run()
