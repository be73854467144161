import CoreLocation

/// One small program a name: `Tutorials NAME`. Each is what a reader of a tutorial types, with `print` for views.
@main
struct Tutorials {
    static let all: [(name: String, run: @MainActor () async throws -> Void)] = [
        ("location-manager", LocationManagerTutorial.run), ("permission-manager", PermissionTutorial.run),
        ("one-shot", OneShotTutorial.run), ("distance-filter", DistanceFilterTutorial.run),
        ("live-updates", LiveUpdatesTutorial.run), ("accuracy-profiles", AccuracyProfilesTutorial.run),
        ("queues", QueuesTutorial.run), ("sessions", SessionsTutorial.run), ("compass", CompassTutorial.run),
        ("geofence-manager", GeofenceTutorial.run), ("geofence-notification", GeofenceNotificationTutorial.run),
        ("arrival-reminder", ArrivalReminderTutorial.run), ("reminder", ReminderTutorial.run),
        ("monitor", MonitorTutorial.run), ("visits", VisitsTutorial.run),
        ("significant-changes", SignificantChangesTutorial.run), ("beacons", BeaconsTutorial.run),
        ("beacon-advertiser", AdvertiserTutorial.run),
        ("activity", ActivityTutorial.run), ("pedometer", PedometerTutorial.run), ("altimeter", AltimeterTutorial.run),
        ("motion-sensors", MotionSensorsTutorial.run),
        ("reverse-geocoder", ReverseGeocoderTutorial.run), ("geocoder", GeocoderTutorial.run),
        ("batch-geocoder", BatchGeocoderTutorial.run), ("place-search", PlaceSearchTutorial.run),
        ("search-completer", SearchCompleterTutorial.run), ("address", AddressTutorial.run),
        ("place-descriptor", PlaceDescriptorTutorial.run), ("postal-address", PostalAddressTutorial.run),
        ("distance-calculator", DistanceTutorial.run), ("location-filter", FilterTutorial.run),
        ("smoother", SmootherTutorial.run), ("route-optimizer", RouteTutorial.run), ("geojson", GeoJSONTutorial.run),
        ("map-values", MapValuesTutorial.run), ("directions", DirectionsTutorial.run),
        ("save-and-restore", SaveTutorial.run), ("location-tester", TesterTutorial.run),
        ("troubleshooter", TroubleshooterTutorial.run),
    ]

    static func main() async throws {
        let name = CommandLine.arguments.dropFirst().first ?? ""
        guard let tutorial = all.first(where: { $0.name == name }) else {
            print("Tutorials NAME, one of: \(all.map(\.name).joined(separator: " "))")
            exit(64)
        }
        try await tutorial.run()
    }
}

/// Prints a line at once, into a pipe too: who runs the program waits for it.
func print(_ items: Any...) {
    FileHandle.standardOutput.write(Data((items.map { "\($0)" }.joined(separator: " ") + "\n").utf8))
}

/// Waits for what a delegate hears: the first words are printed and end the wait, what comes before it has ended is not.
struct Finish: Sendable {
    private let stream: AsyncStream<[String]>
    private let continuation: AsyncStream<[String]>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream(of: [String].self) }

    func callAsFunction(_ lines: String...) { continuation.yield(lines) }

    func wait() async {
        for await lines in stream { return lines.forEach { print($0) } }
    }
}

/// A drive of one minute, a location a second, eastwards at 10 m/s.
enum Drive {
    static let start = Date(timeIntervalSince1970: 1_790_000_000)

    static func location(_ second: Int, north metres: Double = 0, accuracy: Double = 5) -> CLLocation {
        CLLocation(
            coordinate: CLLocationCoordinate2D(
                latitude: 47.5 + metres / 111_200, longitude: 8.7 + Double(second) * 10 / 75_200),
            altitude: 440, horizontalAccuracy: accuracy, verticalAccuracy: 8, course: 90, speed: 10,
            timestamp: start.addingTimeInterval(Double(second)))
    }

    static var route: [CLLocation] { (0...60).map { location($0) } }
}
