import LocationModel
import LocationToolkit
import LocdClient
import LocdProtocol
import Synchronization
import Testing

@testable import CoreLocation

/// A geocoder that answers with the latitude, refuses the first attempts, and counts who asks at the same time.
private final class BusyGeocoder: GeocodingDaemon {
    struct State {
        var running = 0
        var most = 0
        var refusals: Int
        var asked = 0
    }

    let state: Mutex<State>

    init(refusals: Int = 0) { state = Mutex(State(refusals: refusals)) }

    func placemarks(at coordinate: Coordinate, locale: String?) async throws(LocdClientError) -> [Placemark] {
        let isRefused = state.withLock { state in
            state.asked += 1
            state.running += 1
            state.most = max(state.most, state.running)
            defer { state.refusals -= 1 }
            return state.refusals > 0
        }
        await Task.yield()
        state.withLock { $0.running -= 1 }
        if isRefused { throw LocdClientError(.refused(.geocodeLimit), socketPath: "") }
        guard coordinate.latitude > 0 else { throw LocdClientError(.refused(.geocodeFoundNoResult), socketPath: "") }
        var place = Placemark(coordinate: coordinate)
        place.name = String(format: "%.0f", coordinate.latitude)
        return [place]
    }

    func placemarks(
        named address: String, near: (center: Coordinate, radius: Double)?, locale: String?
    ) async throws(LocdClientError) -> LocationInterface.Geocode.Reply {
        LocationInterface.Geocode.Reply(placemarks: [], isPartial: false)
    }
}

@Suite struct BatchGeocoderTests {
    private let places = [3, 1, 2, -1, 4].map { CLLocation(latitude: $0, longitude: 8) }

    private func names(_ results: [Result<CLPlacemark, any Error>]) -> [String] {
        results.map { result in
            switch result {
            case .success(let placemark): placemark.name ?? "?"
            case .failure(let error): CLError.geocodeFoundNoResult ~= error ? "nothing" : "error"
            }
        }
    }

    @Test func `Answers come in order, so many at a time`() async {
        let geocoder = BusyGeocoder()
        await GeocodingDaemons.$current.withValue(geocoder) {
            let results = await BatchGeocoder(limit: 2).placemarks(at: places)
            #expect(names(results) == ["3", "1", "2", "nothing", "4"])
            #expect(await BatchGeocoder().placemarks(named: ["x"]).count == 1)
        }
        #expect(geocoder.state.withLock(\.most) <= 2)
    }

    @Test func `A limit is tried again with longer pauses, and not for ever`() async {
        let pauses = Mutex<[Double]>([])
        for (refusals, expected) in [(2, ["3"]), (9, ["error"])] {
            let geocoder = BusyGeocoder(refusals: refusals)
            await GeocodingDaemons.$current.withValue(geocoder) {
                let batch = BatchGeocoder(retries: 3) { seconds in pauses.withLock { $0.append(seconds) } }
                #expect(names(await batch.placemarks(at: [places[0]])) == expected)
            }
        }
        #expect(pauses.withLock(\.self) == [1, 2, 1, 2, 4])
    }
}
