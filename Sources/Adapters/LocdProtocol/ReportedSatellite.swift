public import LocationModel

extension LocationInterface.Sky.Reply {
    /// Answers with a view; `nil` if no view is available.
    public init(_ view: SkyView?) {
        self.init(
            timestamp: view?.timestamp?.description, satellites: view?.satellites.map(ReportedSatellite.init) ?? [])
    }
}

extension ReportedSatellite {
    /// Creates the wire form of a satellite.
    public init(_ satellite: Satellite) {
        func finite(_ value: Double?) -> Double? { value.flatMap { $0.isFinite ? $0 : nil } }
        self.init(
            constellation: satellite.constellation, identifier: satellite.identifier,
            signalStrength: finite(satellite.signalStrength), elevation: finite(satellite.elevation),
            azimuth: finite(satellite.azimuth), isUsed: satellite.isUsed)
    }
}
