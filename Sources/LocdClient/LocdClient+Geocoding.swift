public import LocationModel
public import LocdProtocol

extension LocdClient {
    /// The placemarks at a coordinate, the most likely first. Open to every local user.
    /// - Parameter locale: The language of the names, such as `de_CH`; `nil` for the local names.
    /// - Throws: ``LocdClientError``; `refused(.geocodeFoundNoResult)` if nothing was found.
    public func placemarks(
        at coordinate: Coordinate, locale: String? = nil
    ) async throws(LocdClientError) -> [Placemark] {
        try await patient.call(
            LocationInterface.ReverseGeocode.self, ReverseGeocodeParameters(coordinate: coordinate, locale: locale)
        ).placemarks
    }

    /// The placemarks with a name or address, the most likely first, and whether a part of the address was not understood.
    /// - Parameter near: Results within `radius` metres of `center` come first.
    /// - Throws: ``LocdClientError``; `refused(.geocodeFoundNoResult)` if nothing was found.
    public func placemarks(
        named address: String, near: (center: Coordinate, radius: Double)? = nil, locale: String? = nil
    ) async throws(LocdClientError) -> LocationInterface.Geocode.Reply {
        try await patient.call(
            LocationInterface.Geocode.self, GeocodeParameters(address: address, locale: locale, near: near))
    }

    /// A client with a longer timeout: the daemon may have to query a server and wait for its turn.
    private var patient: LocdClient { LocdClient(socketPath: socketPath, timeout: timeout + .seconds(60)) }
}
