import Dispatch
import LocationModel
import LocdClient
import LocdProtocol
import Synchronization
import Testing

@testable import CoreLocation

@Suite struct CachedGeocodingTests {
    @Test func `An answer is remembered for a while, and an error is not`() async throws {
        let place = Placemark(coordinate: Coordinate(latitude: 47.5, longitude: 8.7))
        let source = ScriptedGeocodingDaemon.knowing(place)
        let now = Mutex(DispatchTime(uptimeNanoseconds: 1_000_000_000))
        let cache = CachedGeocoding(source) { now.withLock(\.self) }
        for _ in 0..<3 {
            #expect(try await cache.placemarks(at: place.coordinate, locale: "de").count == 1)
            #expect(try await cache.placemarks(named: "Bern", near: nil, locale: nil).placemarks.count == 1)
        }
        #expect(source.asked.count == 2)
        _ = try await cache.placemarks(at: place.coordinate, locale: "fr")
        #expect(source.asked.count == 3, "another language is another question")
        now.withLock { $0 = $0 + CachedGeocoding.lifetime }
        _ = try await cache.placemarks(at: place.coordinate, locale: "de")
        #expect(source.asked.count == 4)

        let refusing = ScriptedGeocodingDaemon(LocdClientError(.refused(.geocodeLimit), socketPath: ""))
        let other = CachedGeocoding(refusing)
        for _ in 0..<2 { _ = try? await other.placemarks(at: place.coordinate, locale: nil) }
        #expect(refusing.asked.count == 2)
    }

    @Test func `It is bounded`() async throws {
        let place = Placemark(coordinate: Coordinate(latitude: 47.5, longitude: 8.7))
        let source = ScriptedGeocodingDaemon.knowing(place)
        let cache = CachedGeocoding(source)
        for number in 0...CachedGeocoding.capacity {
            _ = try await cache.placemarks(named: "\(number)", near: nil, locale: nil)
        }
        let before = source.asked.count
        _ = try await cache.placemarks(named: "\(CachedGeocoding.capacity)", near: nil, locale: nil)
        #expect(source.asked.count == before)
        _ = try await cache.placemarks(named: "0", near: nil, locale: nil)
        #expect(source.asked.count == before + 1, "the oldest gave way")
    }
}
