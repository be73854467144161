public import LocdProtocol

extension LocdClient {
    /// Reports Bluetooth advertisements that another receiver heard, soon after it heard them; for root and the daemon's own
    /// user. Returns how many of them are those of beacons.
    /// - Throws: ``LocdClientError``; `refused(.rangingUnavailable)` if the daemon does not listen to beacons.
    @discardableResult
    public func report(_ advertisements: [ReportedAdvertisement]) async throws(LocdClientError) -> Int {
        try await call(
            LocationInterface.ReportAdvertisements.self, AdvertisementsParameters(advertisements: advertisements)
        ).beacons
    }
}
