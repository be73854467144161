import LocdProtocol

extension MethodTable {
    /// What tells nothing of where this machine is: whoever asks brings the place along.
    static func geocoding(_ service: GeocodingService) -> [MethodHandler] {
        [
            MethodHandler(LocationInterface.ReverseGeocode.self, for: .everybody) {
                parameters, caller throws(VarlinkError) in
                let (place, locale) = (try parameters.coordinate, try parameters.effectiveLocale)
                return LocationInterface.ReverseGeocode.Reply(
                    placemarks: try await service.placemarks(at: place, locale: locale, for: caller.peer.user))
            },
            MethodHandler(LocationInterface.Geocode.self, for: .everybody) {
                parameters, caller throws(VarlinkError) in
                let (address, locale) = (try parameters.effectiveAddress, try parameters.effectiveLocale)
                return try await service.placemarks(
                    named: address, near: try parameters.near, locale: locale, for: caller.peer.user)
            },
        ]
    }
}
