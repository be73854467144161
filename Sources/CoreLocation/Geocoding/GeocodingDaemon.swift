import LocationModel
import LocdClient
import LocdProtocol

/// What a geocoder asks of the daemon; tests script one in memory.
protocol GeocodingDaemon: Sendable {
    /// What is at a place, the most likely first.
    func placemarks(at coordinate: Coordinate, locale: String?) async throws(LocdClientError) -> [Placemark]
    /// Where what is called so is, and whether something of the address was not understood.
    func placemarks(
        named address: String, near: (center: Coordinate, radius: Double)?, locale: String?
    ) async throws(LocdClientError) -> LocationInterface.Geocode.Reply
}

extension LocdClient: GeocodingDaemon {}

extension CLError {
    /// Why a geocoder has no answer, in Core Location's codes: whatever keeps the daemon from answering is `network`.
    init(geocoding error: LocdClientError) {
        switch error.code {
        case .refused(.geocodeFoundNoResult), .refused(.invalidParameter): self.init(.geocodeFoundNoResult)
        case .cancelled: self.init(.geocodeCanceled)
        default: self.init(.network, because: error)
        }
    }
}
