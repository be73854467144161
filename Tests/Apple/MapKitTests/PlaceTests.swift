import Contacts
import GeoToolbox
import LocationModel
import LocdClient
import LocdProtocol
import LocdTestSupport
import Testing

@testable import CoreLocation
@testable import MapKit

/// A geocoder that knows one town.
private struct OneTown: GeocodingDaemon {
    static var town: Placemark {
        var placemark = Placemark(coordinate: Coordinate(latitude: 47.5, longitude: 8.72))
        placemark.name = "Winterthur"
        placemark.locality = "Winterthur"
        placemark.thoroughfare = "Marktgasse"
        placemark.subThoroughfare = "1"
        placemark.postalCode = "8400"
        placemark.administrativeArea = "Zürich"
        placemark.isoCountryCode = "CH"
        placemark.country = "Schweiz"
        return placemark
    }

    func placemarks(at coordinate: Coordinate, locale: String?) async throws(LocdClientError) -> [Placemark] {
        guard abs(coordinate.latitude - 47.5) < 1 else { return [] }
        return [Self.town]
    }

    func placemarks(
        named address: String, near: (center: Coordinate, radius: Double)?, locale: String?
    ) async throws(LocdClientError) -> LocationInterface.Geocode.Reply {
        guard address != "broken" else { throw LocdClientError(.notReachable, socketPath: "/nowhere") }
        guard address != "busy" else { throw LocdClientError(.refused(.geocodeLimit), socketPath: "/nowhere") }
        let isPartial = address.hasPrefix("Gartenweg")
        let isKnown = isPartial || address.hasPrefix("Winterthur") || address.hasPrefix("Marktgasse")
        return LocationInterface.Geocode.Reply(placemarks: isKnown ? [Self.town] : [], isPartial: isPartial)
    }
}

/// The same, and it keeps what it is asked for.
private struct AskedTown: GeocodingDaemon {
    let asked = Watched<[String]>([])

    func placemarks(at coordinate: Coordinate, locale: String?) async throws(LocdClientError) -> [Placemark] { [] }

    func placemarks(
        named address: String, near: (center: Coordinate, radius: Double)?, locale: String?
    ) async throws(LocdClientError) -> LocationInterface.Geocode.Reply {
        asked.change { $0.append(address) }
        return try await OneTown().placemarks(named: address, near: near, locale: locale)
    }
}

@Suite struct PlaceTests {
    private func withTown(_ body: () async throws -> Void) async throws {
        try await GeocodingDaemons.$current.withValue(OneTown()) { try await body() }
    }

    @Test func `A reverse request has the address in several forms`() async throws {
        try await withTown {
            let location = CLLocation(latitude: 47.5, longitude: 8.72)
            let request = try #require(MKReverseGeocodingRequest(location: location))
            let item = try #require(try await request.mapItems.first)
            #expect(item.name == "Winterthur")
            #expect(item.address?.fullAddress == "1 Marktgasse, 8400 Winterthur, Schweiz")
            #expect(item.address?.shortAddress == "1 Marktgasse, Winterthur")
            let written = try #require(item.addressRepresentations)
            #expect(written.cityName == "Winterthur" && written.regionName == "Schweiz")
            #expect(written.cityWithContext(.short) == "Winterthur, Zürich")
            #expect(written.cityWithContext(.full) == "Winterthur, Zürich, Schweiz")
            #expect(written.fullAddress(includingRegion: false, singleLine: false) == "1 Marktgasse\n8400 Winterthur")
            #expect(written.region == Locale.Region("CH"))
            #expect(item.placemark.title == "1 Marktgasse, 8400 Winterthur, Schweiz")
        }
        #expect(MKReverseGeocodingRequest(location: CLLocation(latitude: 91, longitude: 0)) == nil)
    }

    @Test func `A search finds towns and says what it cannot find`() async throws {
        try await withTown {
            let response = try await MKLocalSearch(request: .init(naturalLanguageQuery: "Winterthur")).start()
            #expect(response.mapItems.map(\.name) == ["Winterthur"])
            #expect(abs(response.boundingRegion.center.latitude - 47.5) < 1e-6)
            for query in ["Nowhere", ""] {
                await #expect(throws: MKError.self) {
                    _ = try await MKLocalSearch(request: .init(naturalLanguageQuery: query)).start()
                }
            }
            do {
                _ = try await MKGeocodingRequest(addressString: "broken")?.mapItems
                Issue.record("it is broken")
            } catch {
                #expect(MKError.serverFailure ~= error)
            }
            do {
                _ = try await MKGeocodingRequest(addressString: "busy")?.mapItems
                Issue.record("it is busy")
            } catch {
                #expect(MKError.loadingThrottled ~= error)
            }
            let shops = MKLocalSearch(
                request: MKLocalPointsOfInterestRequest(center: CLLocationCoordinate2D(), radius: 100))
            do {
                _ = try await shops.start()
                Issue.record("there is no table of shops")
            } catch {
                #expect(error.localizedDescription.contains("no table of points of interest"))
            }
            let request = try #require(MKGeocodingRequest(addressString: "Winterthur"))
            request.cancel()
            #expect(request.isCancelled)
            await #expect(throws: MKError.self) { _ = try await request.mapItems }
        }
        #expect(MKGeocodingRequest(addressString: " ") == nil)
    }

    @Test func `Of an address whose street is not known the town is found`() async throws {
        try await withTown {
            let request = try #require(MKGeocodingRequest(addressString: "Gartenweg 3, Winterthur"))
            #expect(try await request.mapItems.map(\.name) == ["Winterthur"])
            let search = MKLocalSearch(request: .init(naturalLanguageQuery: "Gartenweg 3, Winterthur"))
            #expect(try await search.start().mapItems.count == 1)
        }
    }

    private final class Typing: NSObject, MKLocalSearchCompleterDelegate, @unchecked Sendable {
        let (found, continuation) = AsyncStream.makeStream(of: [String].self)

        func completerDidUpdateResults(_ completer: MKLocalSearchCompleter) {
            continuation.yield(completer.results.map { "\($0.title): \($0.subtitle)" })
        }
    }

    @Test @MainActor func `A completer tells what was typed`() async throws {
        let typing = Typing()
        var found = typing.found.makeAsyncIterator()
        let completer = MKLocalSearchCompleter()
        #expect(completer.resultTypes == [.address, .pointOfInterest, .query])
        completer.pause = {}
        completer.delegate = typing
        GeocodingDaemons.$current.withValue(OneTown()) { completer.queryFragment = "Winterthur" }
        #expect(await found.next() == ["Winterthur: Zürich, Schweiz"])
        GeocodingDaemons.$current.withValue(OneTown()) { completer.queryFragment = "Nowhere" }
        #expect(await found.next() == [])
    }

    @Test(.timeLimit(.minutes(15))) @MainActor func `A completer waits for the last key`() async throws {
        let (town, pauses, isDone, typing) = (AskedTown(), Watched(0), Watched(false), Typing())
        var found = typing.found.makeAsyncIterator()
        let completer = MKLocalSearchCompleter()
        completer.pause = {
            pauses.change { $0 += 1 }
            await isDone.wait { $0 }
        }
        completer.delegate = typing
        for (number, typed) in ["Winter", "Winterthur", "Winterthur 1"].enumerated() {
            GeocodingDaemons.$current.withValue(town) { completer.queryFragment = typed }
            await pauses.wait { $0 > number }
            #expect(completer.isSearching)
        }
        isDone.change { $0 = true }
        #expect(await found.next() == ["Winterthur: Zürich, Schweiz"])
        #expect(town.asked.value == ["Winterthur 1"] && !completer.isSearching)
    }

    @Test func `A postal address is found too`() async throws {
        try await withTown {
            let address = CNMutablePostalAddress()
            (address.street, address.city) = ("Marktgasse 1", "Winterthur")
            let found = try await CLGeocoder().geocodePostalAddress(address)
            #expect(found.first?.locality == "Winterthur")
            let placemark = MKPlacemark(
                coordinate: CLLocationCoordinate2D(latitude: 47.5, longitude: 8.72), postalAddress: address)
            #expect(placemark.title == "Marktgasse 1, Winterthur")
            #expect(placemark.coordinate.latitude == 47.5)
        }
    }

    @Test func `A descriptor is a place by address or coordinate`() async throws {
        try await withTown {
            let place = CLLocationCoordinate2D(latitude: 47.5, longitude: 8.72)
            let fountain = PlaceDescriptor(representations: [.coordinate(place)], commonName: "Fountain")
            let found = try await MKMapItemRequest(placeDescriptor: fountain).mapItem
            #expect(found.name == "Fountain")
            let coded = try JSONDecoder().decode(PlaceDescriptor.self, from: JSONEncoder().encode(fountain))
            #expect(coded == fountain && coded.coordinate?.longitude == 8.72 && coded.address == nil)
            let named = PlaceDescriptor(
                representations: [.address("Winterthur")], commonName: nil,
                supportingRepresentations: [.serviceIdentifiers(["org.example": "7"])])
            let item = try await MKMapItemRequest(placeDescriptor: named).mapItem
            #expect(PlaceDescriptor(item: item)?.commonName == "Winterthur")
            #expect(named.serviceIdentifier(for: "org.example") == "7")
            #expect(PlaceDescriptor(item: .forCurrentLocation()) == nil)
            let either = PlaceDescriptor(
                representations: [.address("Nowhere 1"), .coordinate(place)], commonName: nil)
            #expect(try await MKMapItemRequest(placeDescriptor: either).mapItem.name == "Winterthur")
        }
    }

    @Test func `Directions say that there is no router`() async {
        let request = MKDirections.Request()
        request.source = .forCurrentLocation()
        do {
            _ = try await MKDirections(request: request).calculate()
            Issue.record("there is no router")
        } catch {
            #expect(MKError.directionsNotFound ~= error)
            #expect(error.localizedDescription.contains("no router"))
        }
        await #expect(throws: MKError.self) { _ = try await MKDirections(request: request).calculateETA() }
        let failed = await withCheckedContinuation { done in
            MKDirections(request: request).calculateETA { done.resume(returning: $0 == nil && $1 is MKError) }
        }
        #expect(failed)
        let options = [MKLaunchOptionsDirectionsModeKey: MKLaunchOptionsDirectionsModeWalking]
        #expect(!MKMapItem.forCurrentLocation().openInMaps(launchOptions: options))
    }

    @Test func `Filters include or exclude`() {
        let food = MKPointOfInterestFilter(including: [.cafe, .bakery])
        #expect(food.includes(.cafe) && food.excludes(.zoo))
        #expect(MKPointOfInterestFilter(excluding: [.zoo]).includes(.cafe))
        #expect(MKPointOfInterestFilter.excludingAll.excludes(.cafe))
        #expect(MKPointOfInterestFilter.includingAll.includes(.cafe))
    }
}
