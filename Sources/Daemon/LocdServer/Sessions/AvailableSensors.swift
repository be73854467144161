/// What the box can measure besides locations, as the authorization's reply tells every client.
struct AvailableSensors: Sendable, Hashable {
    /// Headings can be expected.
    var heading = false
    /// The daemon listens to beacons.
    var ranging = false
    /// Something counts steps.
    var steps = false
}
