import LocationModel
import LocdClient
import LocdProtocol
import Testing

@testable import CoreLocation

@Suite(.timeLimit(.minutes(15))) struct CLGeocoderTests {
    private static let bern: Placemark = {
        var placemark = Placemark(coordinate: Coordinate(latitude: 46.94809, longitude: 7.44744))
        placemark.horizontalAccuracy = 3600
        placemark.radius = 3585
        placemark.name = "Bern"
        placemark.locality = "Bern"
        placemark.administrativeArea = "Canton of Bern"
        placemark.isoCountryCode = "CH"
        placemark.country = "Switzerland"
        placemark.timeZone = "Europe/Zurich"
        return placemark
    }()

    private let here = CLLocation(latitude: 46.95, longitude: 7.45)

    @Test func `A placemark says what the daemon knows and nothing else`() async throws {
        let geocoder = CLGeocoder(daemon: ScriptedGeocodingDaemon.knowing(Self.bern))
        let placemark = try #require(try await geocoder.reverseGeocodeLocation(here).first)
        #expect(placemark.locality == "Bern")
        #expect(placemark.administrativeArea == "Canton of Bern")
        #expect(placemark.isoCountryCode == "CH")
        #expect(placemark.timeZone?.identifier == "Europe/Zurich")
        #expect(placemark.location?.horizontalAccuracy == 3600)
        #expect(placemark.location?.verticalAccuracy == -1)
        let region = try #require(placemark.region as? CLCircularRegion)
        #expect(region.radius == 3585)
        #expect(region.contains(here.coordinate))
        #expect(placemark.thoroughfare == nil)
        #expect(placemark.ocean == nil)
        let lines = placemark.values.addressDictionary?["FormattedAddressLines"] as? [String]
        #expect(lines == ["Bern, Canton of Bern", "Switzerland"])
        #expect(!geocoder.isGeocoding)
    }

    @Test func `The locale and the region reach the daemon`() async throws {
        let daemon = ScriptedGeocodingDaemon.knowing(Self.bern)
        let geocoder = CLGeocoder(daemon: daemon)
        let locale = Locale(identifier: "de_CH@calendar=gregorian")
        _ = try await geocoder.reverseGeocodeLocation(here, preferredLocale: locale)
        let region = CLCircularRegion(center: here.coordinate, radius: 500, identifier: "here")
        _ = try await geocoder.geocodeAddressString("Zu\u{308}rich", in: region, preferredLocale: locale)
        _ = try await geocoder.geocodeAddressString(
            "Bern", inRegionCenteredAt: here, inRegionRadius: 7, preferredLocale: locale)
        _ = try await geocoder.geocodeAddressString("Bern", in: CLRegion?.none, preferredLocale: locale)
        let coordinate = Coordinate(latitude: 46.95, longitude: 7.45)
        #expect(
            daemon.asked == [
                .init(coordinate: coordinate, locale: "de_CH"),
                .init(coordinate: coordinate, address: "Z\u{FC}rich", radius: 500, locale: "de_CH"),
                .init(coordinate: coordinate, address: "Bern", radius: 7, locale: "de_CH"),
                .init(address: "Bern", locale: "de_CH"),
            ])
        #expect(daemon.asked[1].address?.unicodeScalars.count == 6)
    }

    @Test(arguments: [
        (LocdClientError.Code.refused(.geocodeFoundNoResult), CLError.Code.geocodeFoundNoResult),
        (.refused(.invalidParameter("address")), .geocodeFoundNoResult), (.refused(.geocodeLimit), .network),
        (.refused(.geocoderUnavailable(detail: "No.")), .network), (.notReachable, .network), (.timedOut, .network),
        (.permissionDenied, .network),
    ])
    func `Why there is no answer is said in core locations codes`(
        _ code: LocdClientError.Code, _ expected: CLError.Code
    ) async {
        let geocoder = CLGeocoder(daemon: ScriptedGeocodingDaemon(LocdClientError(code, socketPath: "/s")))
        await #expect(throws: CLError.self) { try await geocoder.geocodeAddressString("Bern") }
        do {
            _ = try await geocoder.reverseGeocodeLocation(here)
        } catch {
            #expect((error as? CLError)?.code == expected)
        }
    }

    @Test func `Invalid places and addresses are not requested`() async {
        let daemon = ScriptedGeocodingDaemon.knowing(Self.bern)
        let geocoder = CLGeocoder(daemon: daemon)
        for body in [
            { _ = try await geocoder.geocodeAddressString(" \n") },
            { _ = try await geocoder.reverseGeocodeLocation(CLLocation(latitude: 100, longitude: 200)) },
        ] as [@Sendable () async throws -> Void] {
            do {
                try await body()
                Issue.record("it was found")
            } catch {
                #expect((error as? CLError)?.code == .geocodeFoundNoResult)
            }
        }
        #expect(daemon.asked.isEmpty)
    }

    @Test func `A partial answer gives its placemarks and says so`() async {
        let geocoder = CLGeocoder(daemon: ScriptedGeocodingDaemon.knowing(Self.bern, isPartial: true))
        let (count, code): (Int?, CLError.Code?) = await withCheckedContinuation { continuation in
            geocoder.geocodeAddressString("Bundesplatz 3, Bern") { placemarks, error in
                continuation.resume(returning: (placemarks?.count, (error as? CLError)?.code))
            }
        }
        #expect(count == 1)
        #expect(code == .geocodeFoundPartialResult)
    }

    @Test func `A second request fails and the first goes on until it is cancelled`() async {
        let geocoder = CLGeocoder(daemon: ScriptedGeocodingDaemon.patient)
        let order = await withCheckedContinuation { (continuation: CheckedContinuation<[String], Never>) in
            let ended = Ended { continuation.resume(returning: $0) }
            geocoder.reverseGeocodeLocation(here) { placemarks, error in
                #expect(placemarks == nil)
                #expect((error as? CLError)?.code == .geocodeCanceled)
                #expect(!geocoder.isGeocoding)
                ended.note("first")
            }
            #expect(geocoder.isGeocoding)
            geocoder.geocodeAddressString("Bern") { _, error in
                #expect((error as? CLError)?.code == .geocodeCanceled)
                #expect(geocoder.isGeocoding)
                ended.note("second")
                geocoder.cancelGeocode()
            }
        }
        #expect(order == ["second", "first"])
    }

    @Test func `Completions are called on the main queue and may begin the next request`() async {
        let geocoder = CLGeocoder(daemon: ScriptedGeocodingDaemon.knowing(Self.bern))
        let here = here
        let names: [String] = await withCheckedContinuation { continuation in
            geocoder.geocodeAddressString("Bern") { placemarks, _ in
                MainActor.assumeIsolated {}
                let first = placemarks?.first?.name ?? ""
                geocoder.reverseGeocodeLocation(here) { placemarks, _ in
                    MainActor.assumeIsolated {}
                    continuation.resume(returning: [first, placemarks?.first?.name ?? ""])
                }
            }
        }
        #expect(names == ["Bern", "Bern"])
    }

    @Test func `Cancelling the task cancels its request`() async {
        let daemon = ScriptedGeocodingDaemon.patient
        let geocoder = CLGeocoder(daemon: daemon)
        let here = here
        let task = Task { try await geocoder.reverseGeocodeLocation(here) }
        await daemon.isAsked()
        #expect(geocoder.isGeocoding)
        task.cancel()
        await #expect(throws: CLError.self) { try await task.value }
        #expect(!geocoder.isGeocoding)
        // One that is cancelled before it begins ends too.
        let late = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await geocoder.reverseGeocodeLocation(here)
        }
        await #expect(throws: CLError.self) { try await late.value }
    }
}

/// Notes what ended, in order, and tells when two did.
private final class Ended: @unchecked Sendable {
    // Only the main queue notes.
    private var order: [String] = []
    private let whenBoth: ([String]) -> Void

    init(_ whenBoth: @escaping ([String]) -> Void) {
        self.whenBoth = whenBoth
    }

    func note(_ name: String) {
        order.append(name)
        if order.count == 2 { whenBoth(order) }
    }
}
