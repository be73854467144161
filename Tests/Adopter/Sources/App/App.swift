import CoreLocation
import CoreLocation.CLHeading

@main
struct App {
    static func main() async throws {
        for try await update in CLLocationUpdate.liveUpdates() {
            if let location = update.location { print(location) }
        }
    }
}
