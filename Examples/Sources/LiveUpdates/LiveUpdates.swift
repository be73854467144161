import CoreLocation

/// Prints where it is as long as the loop goes on: until it has been told so many locations.
@main
struct LiveUpdates {
    static func main() async throws {
        var remaining = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? .max
        for try await update in CLLocationUpdate.liveUpdates(.automotiveNavigation) {
            if update.authorizationDenied {
                print("This program may not know where it is.")
            }
            guard let location = update.location else { continue }
            let place = String(format: "%.6f %.6f", location.coordinate.latitude, location.coordinate.longitude)
            print(location.timestamp.formatted(.iso8601), place, update.stationary ? "stationary" : "moving")
            remaining -= 1
            if remaining == 0 { break }
        }
    }
}
