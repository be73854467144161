public import LocationModel
public import LocdProtocol

extension LocdClient {
    /// What is at a place, the most likely first. Open to every local user.
    /// - Parameter locale: For the names, such as `de_CH`; `nil` for those that are used there.
    /// - Throws: ``LocdClientError``; `refused(.geocodeFoundNoResult)` where nothing is known.
    public func placemarks(
        at coordinate: Coordinate, locale: String? = nil
    ) async throws(LocdClientError) -> [Placemark] {
        try await patient.call(
            LocationInterface.ReverseGeocode.self, ReverseGeocodeParameters(coordinate: coordinate, locale: locale)
        ).placemarks
    }

    /// Where what is called so is, the most likely first, and whether something of the address was not understood.
    /// - Parameter near: What lies within so many metres of it comes first.
    /// - Throws: ``LocdClientError``; `refused(.geocodeFoundNoResult)` where nothing is called so.
    public func placemarks(
        named address: String, near: (center: Coordinate, radius: Double)? = nil, locale: String? = nil
    ) async throws(LocdClientError) -> LocationInterface.Geocode.Reply {
        try await patient.call(
            LocationInterface.Geocode.self, GeocodeParameters(address: address, locale: locale, near: near))
    }

    /// The daemon may have to ask a server, and to wait for its turn there.
    private var patient: LocdClient { LocdClient(socketPath: socketPath, timeout: timeout + .seconds(60)) }
}
