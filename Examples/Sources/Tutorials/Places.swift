import Contacts
import CoreLocation
import GeoToolbox
import LocationToolkit
import MapKit

/// The town at a location.
enum ReverseGeocoderTutorial {
    static func run() async throws {
        let location = CLLocation(latitude: 46.948, longitude: 7.4474)
        let placemarks = try await CLGeocoder().reverseGeocodeLocation(
            location, preferredLocale: Locale(identifier: "de_CH"))
        if let placemark = placemarks.first {
            print(placemark.locality ?? "?", placemark.administrativeArea ?? "?", placemark.isoCountryCode ?? "?")
        }
    }
}

/// The location of a town, with a completion handler; and what is not found.
enum GeocoderTutorial {
    static func run() async {
        let finish = Finish()
        let geocoder = CLGeocoder()
        geocoder.geocodeAddressString("Winterthur") { placemarks, error in
            if let coordinate = placemarks?.first?.location?.coordinate {
                print(String(format: "Winterthur %.1f %.1f", coordinate.latitude, coordinate.longitude))
            }
            geocoder.geocodeAddressString("Xyzzyzzy") { _, error in
                finish(error.map { CLError.geocodeFoundNoResult ~= $0 } == true ? "not found" : "found")
            }
        }
        await finish.wait()
    }
}

/// Many locations, two at a time, in their order.
enum BatchGeocoderTutorial {
    static func run() async {
        let places = [(46.948, 7.4474), (47.3769, 8.5417), (47.5596, 7.5886), (46.2044, 6.1432)]
            .map { CLLocation(latitude: $0.0, longitude: $0.1) }
        let answers = await BatchGeocoder(limit: 2, locale: Locale(identifier: "de_CH")).placemarks(at: places)
        print(answers.map { (try? $0.get())?.locality ?? "?" }.joined(separator: ", "))
    }
}

/// A search, as behind a search field; shops are not known, and it says so.
enum PlaceSearchTutorial {
    static func run() async throws {
        let request = MKLocalSearch.Request()
        request.naturalLanguageQuery = "Winterthur"
        request.region = MKCoordinateRegion(
            center: CLLocationCoordinate2D(latitude: 47.5, longitude: 8.7), latitudinalMeters: 50_000,
            longitudinalMeters: 50_000)
        let response = try await MKLocalSearch(request: request).start()
        print(response.mapItems.first?.name ?? "nothing")
        let cafes = MKLocalPointsOfInterestRequest(center: request.region.center, radius: 500)
        cafes.pointOfInterestFilter = MKPointOfInterestFilter(including: [.cafe, .bakery])
        do {
            _ = try await MKLocalSearch(request: cafes).start()
        } catch {
            print(error.localizedDescription)
        }
    }
}

/// Results while somebody types.
@MainActor
final class SearchCompleterTutorial: NSObject, @preconcurrency MKLocalSearchCompleterDelegate {
    private let completer = MKLocalSearchCompleter()
    private let finish = Finish()

    static func run() async {
        let tutorial = SearchCompleterTutorial()
        tutorial.completer.delegate = tutorial
        tutorial.completer.resultTypes = .address
        tutorial.completer.queryFragment = "Winterthur"
        await tutorial.finish.wait()
    }

    func completerDidUpdateResults(_ completer: MKLocalSearchCompleter) {
        finish(completer.results.first?.title ?? "nothing")
    }

    func completer(_ completer: MKLocalSearchCompleter, didFailWithError error: any Error) {
        finish("failed: \(error.localizedDescription)")
    }
}

/// Geocoding as in SDK 26.
enum AddressTutorial {
    static func run() async throws {
        guard let reverse = MKReverseGeocodingRequest(location: CLLocation(latitude: 46.948, longitude: 7.4474)) else {
            return
        }
        reverse.preferredLocale = Locale(identifier: "en")
        if let item = try await reverse.mapItems.first {
            print(item.addressRepresentations?.cityWithContext(.short) ?? "?")
            print(item.address?.fullAddress ?? "?")
        }
        if let request = MKGeocodingRequest(addressString: "Bern") {
            request.preferredLocale = Locale(identifier: "en")
            print(try await request.mapItems.first?.addressRepresentations?.regionName ?? "?")
        }
    }
}

/// A place for any service of maps.
enum PlaceDescriptorTutorial {
    static func run() async throws {
        let fountain = PlaceDescriptor(
            representations: [.coordinate(CLLocationCoordinate2D(latitude: 46.948, longitude: 7.4474))],
            commonName: "Fountain", supportingRepresentations: [.serviceIdentifiers(["org.example": "17"])])
        print(fountain.commonName ?? "?", fountain.serviceIdentifier(for: "org.example") ?? "?")
        print(try await MKMapItemRequest(placeDescriptor: fountain).mapItem.placemark.isoCountryCode ?? "?")
    }
}

/// An address of the address book, on an envelope and on the map.
enum PostalAddressTutorial {
    static func run() async throws {
        let address = CNMutablePostalAddress()
        (address.city, address.postalCode, address.isoCountryCode) = ("Winterthur", "8400", "CH")
        print(CNPostalAddressFormatter.string(from: address, style: .mailingAddress))
        let placemark = MKPlacemark(
            coordinate: CLLocationCoordinate2D(latitude: 47.5, longitude: 8.7), postalAddress: address)
        print(MKMapItem(placemark: placemark).placemark.title ?? "?")
    }
}
