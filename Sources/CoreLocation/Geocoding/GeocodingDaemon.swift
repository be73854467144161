import LocationModel
import LocdClient
import LocdProtocol

/// The functions of the daemon that a geocoder uses; tests replace it with one in memory.
protocol GeocodingDaemon: Sendable {
    /// The placemarks at a coordinate, the most likely first.
    func placemarks(at coordinate: Coordinate, locale: String?) async throws(LocdClientError) -> [Placemark]
    /// The placemarks with a name or address, and whether a part of the address was not understood.
    func placemarks(
        named address: String, near: (center: Coordinate, radius: Double)?, locale: String?
    ) async throws(LocdClientError) -> LocationInterface.Geocode.Reply
}

extension LocdClient: GeocodingDaemon {}

extension CLError {
    /// Why a geocoder has no answer, in Core Location's codes: if the daemon cannot answer, it is `network`.
    init(geocoding error: LocdClientError) {
        switch error.code {
        case .refused(.geocodeFoundNoResult), .refused(.invalidParameter): self.init(.geocodeFoundNoResult)
        case .cancelled: self.init(.geocodeCanceled)
        default: self.init(.network, because: error)
        }
    }
}
