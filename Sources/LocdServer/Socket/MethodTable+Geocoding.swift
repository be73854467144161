import LocdProtocol

extension MethodTable {
    /// Methods that reveal nothing about this machine's position: the caller supplies the place.
    static func geocoding(_ service: any PlaceService) -> [MethodHandler] {
        [
            MethodHandler(LocationInterface.ReverseGeocode.self, for: .everybody) {
                parameters, caller throws(VarlinkError) in
                let (place, locale) = (try parameters.coordinate, try parameters.effectiveLocale)
                let placemarks = try await withTaskExecutorPreference(service.reading) {
                    () async throws(VarlinkError) in
                    try await service.placemarks(at: place, locale: locale, for: caller.peer.user)
                }
                return LocationInterface.ReverseGeocode.Reply(placemarks: placemarks)
            },
            MethodHandler(LocationInterface.Geocode.self, for: .everybody) {
                parameters, caller throws(VarlinkError) in
                let (address, locale) = (try parameters.effectiveAddress, try parameters.effectiveLocale)
                let near = try parameters.near
                return try await withTaskExecutorPreference(service.reading) { () async throws(VarlinkError) in
                    try await service.placemarks(named: address, near: near, locale: locale, for: caller.peer.user)
                }
            },
        ]
    }
}
