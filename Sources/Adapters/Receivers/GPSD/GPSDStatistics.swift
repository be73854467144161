import CGPS

/// The receiver's own statistics of error (GST): one sigma, in metres; `nil` where it gave none.
struct GPSDStatistics: Hashable {
    var latitude: Double?
    var longitude: Double?
    var altitude: Double?
    var major: Double?
    var minor: Double?
}

extension GPSDStatistics {
    init(_ figures: cgps_gst) {
        self.init(
            latitude: finite(figures.deviation_latitude), longitude: finite(figures.deviation_longitude),
            altitude: finite(figures.deviation_altitude), major: finite(figures.deviation_major),
            minor: finite(figures.deviation_minor))
    }
}
