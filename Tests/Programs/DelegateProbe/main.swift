// DelegateProbe [ask] [updates] [significant] [visits] [heading] [region ID LATITUDE LONGITUDE RADIUS] [beacon ID UUID]
//
// A client of Core Location's for system tests: it starts what its words say, in order, and says what its delegate is
// told. DelegateProbe tasks NUMBER: so many detached tasks at once read the properties of a manager each, and the
// program ends.
import CoreLocation

func readProperties(inTasks number: Int) async {
    await withTaskGroup(of: String.self) { group in
        for _ in 0..<number {
            group.addTask {
                await Task.detached {
                    let began = ContinuousClock.now
                    let manager = CLLocationManager()
                    let isEnabled = CLLocationManager.locationServicesEnabled()
                    let (status, regions) = (manager.authorizationStatus.rawValue, manager.monitoredRegions.count)
                    let milliseconds = (ContinuousClock.now - began) / .milliseconds(1)
                    return "answers \(status) \(isEnabled) \(regions) \(milliseconds)"
                }.value
            }
        }
        for await line in group { print(line) }
    }
}

if let event = CLLocationManager.launchEvent {
    let words = "launched \(event.cause.rawValue) \(event.region ?? "-") \(event.state ?? "-")\n"
    FileHandle.standardOutput.write(Data(words.utf8))
}

func start(_ words: ArraySlice<String>) -> (CLLocationManager, Probe) {
    let (manager, probe) = (CLLocationManager(), Probe())
    manager.delegate = probe
    manager.pausesLocationUpdatesAutomatically = false
    var words = words
    func number() -> Double { words.popFirst().flatMap(Double.init) ?? .nan }
    while let word = words.popFirst() {
        switch word {
        case "ask": manager.requestWhenInUseAuthorization()
        case "updates": manager.startUpdatingLocation()
        case "significant": manager.startMonitoringSignificantLocationChanges()
        case "visits": manager.startMonitoringVisits()
        case "heading": manager.startUpdatingHeading()
        case "region":
            let identifier = words.popFirst() ?? ""
            let center = CLLocationCoordinate2D(latitude: number(), longitude: number())
            manager.startMonitoring(
                for: CLCircularRegion(center: center, radius: number(), identifier: identifier))
        case "beacon":
            let identifier = words.popFirst() ?? ""
            guard let uuid = words.popFirst().flatMap(UUID.init) else { preconditionFailure("no UUID") }
            manager.startMonitoring(for: CLBeaconRegion(uuid: uuid, identifier: identifier))
        default: preconditionFailure("\(word)?")
        }
    }
    return (manager, probe)
}

let words = CommandLine.arguments.dropFirst()
if words.first == "tasks" {
    Task {
        await readProperties(inTasks: words.dropFirst().first.flatMap { Int($0) } ?? 1)
        exit(0)
    }
    dispatchMain()
} else {
    let held = start(words)
    RunLoop.main.run()
    withExtendedLifetime(held) {}
}
