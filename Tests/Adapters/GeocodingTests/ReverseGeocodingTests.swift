import LocationModel
import LocdTestSupport
import Testing

@testable import Geocoding

@Suite struct ReverseGeocodingTests {
    private func placemark(_ latitude: Double, _ longitude: Double, locale: String? = nil) throws -> Placemark {
        let geocoder = Geocoder(try TableWriter.sampleTable())
        let found = try geocoder.placemarks(at: Coordinate(latitude: latitude, longitude: longitude), locale: locale)
        #expect(found.count == 1)
        return try #require(found.first)
    }

    @Test func `The nearest town is named and its circle holds what was asked about`() throws {
        let here = Coordinate(latitude: 47.42, longitude: 8.5)
        let placemark = try placemark(here.latitude, here.longitude)
        #expect(placemark.locality == "Zürich")
        #expect(placemark.administrativeArea == "Canton of Zurich")
        #expect(placemark.country == "Switzerland")
        #expect(placemark.isoCountryCode == "CH")
        #expect(placemark.timeZone == "Europe/Zurich")
        #expect(placemark.ocean == nil)
        #expect(try #require(placemark.horizontalAccuracy) >= placemark.coordinate.distance(to: here))
    }

    @Test func `A town beyond the border is not named`() throws {
        // Konstanz is 14 km away over the border, Winterthur 21 km on this side.
        #expect(try placemark(47.6, 9.02).country == "Switzerland")
        #expect(try placemark(47.66, 8.99).country == "Germany")
        #expect(try placemark(47.66, 8.99).locality == "Konstanz")
        #expect(try placemark(47.6, 9.0).locality == "Kreuzlingen")
    }

    @Test func `A town nearer than the borders are accurate decides the country`() throws {
        // By the borders of the table the first is Swiss; Konstanz is 2 km away from it, Kreuzlingen 3 km from the
        // second.
        #expect(try placemark(47.649, 9.2).locality == "Konstanz")
        #expect(try placemark(47.649, 9.2).isoCountryCode == "DE")
        #expect(try placemark(47.6499, 9.13).locality == "Kreuzlingen")
    }

    @Test func `Far from all towns the state and then only the country is named`() throws {
        let near = try placemark(39.8, -89.0)
        #expect(near.locality == nil)
        #expect(near.administrativeArea == "Illinois")
        #expect(near.name == "Illinois")
        #expect(near.horizontalAccuracy == nil)
        let far = try placemark(41.5, -89.0)
        #expect(far.administrativeArea == nil)
        #expect(far.isoCountryCode == "US")
        #expect(far.timeZone == "America/Chicago")
        let farther = try placemark(45, -110)
        #expect(farther.name == "United States")
        #expect(farther.timeZone == nil)
    }

    @Test func `At sea the ocean is named and the time is that of the meridian`() throws {
        let ocean = try placemark(40, -40)
        #expect(ocean.ocean == "North Atlantic Ocean")
        #expect(ocean.country == nil)
        #expect(ocean.timeZone == "Etc/GMT+3")
        #expect(ocean.coordinate == Coordinate(latitude: 40, longitude: -40))
        let lake = try placemark(40, 50)
        #expect(lake.inlandWater == "Caspian Sea")
        #expect(lake.ocean == nil)
        let unknown = try placemark(-40, 100)
        #expect(unknown.name == nil)
    }

    @Test func `A district is part of its city and a town outside of it is not`() throws {
        var writer = TableWriter.sample
        writer.places += [
            .init("Zürich 4", 47.375, 8.53, population: 28_000, region: "ZH"),
            .init("Dietikon", 47.4, 8.4, population: 27_000, region: "ZH"),
        ]
        let geocoder = Geocoder(try writer.table())
        let inside = try #require(
            try geocoder.placemarks(at: Coordinate(latitude: 47.376, longitude: 8.535)).first)
        #expect(inside.locality == "Zürich")
        #expect(inside.subLocality == "Zürich 4")
        let outside = try #require(
            try geocoder.placemarks(at: Coordinate(latitude: 47.4, longitude: 8.41)).first)
        #expect(outside.locality == "Dietikon")
        #expect(outside.subLocality == nil)
    }

    @Test func `An enclave is not in what is around it`() throws {
        #expect(try placemark(46.3, 6.3).country == nil)
        #expect(try placemark(46.3, 6.5).country == "Switzerland")
    }

    @Test(arguments: [
        ("de_DE", "Zurich", "Kanton Zürich", "Schweiz"), ("en", "Zurich", "Canton of Zurich", "Switzerland"),
        ("fr_CH.UTF-8", "Zurich", "Canton of Zurich", "Suisse"), ("xx", "Zurich", "Canton of Zurich", "Switzerland"),
    ])
    func `Names are in the preferred language where there are any`(
        _ locale: String, _ locality: String, _ region: String, _ country: String
    ) throws {
        let placemark = try placemark(47.37, 8.54, locale: locale)
        #expect(placemark.locality == locality)
        #expect(placemark.administrativeArea == region)
        #expect(placemark.country == country)
    }

    @Test(arguments: [(91.0, 0.0), (0.0, 181.0), (Double.nan, 0.0), (0.0, -.infinity)])
    func `Coordinates outside the earth are nowhere`(_ latitude: Double, _ longitude: Double) throws {
        let geocoder = Geocoder(try TableWriter.sampleTable())
        #expect(try geocoder.placemarks(at: Coordinate(latitude: latitude, longitude: longitude)).isEmpty)
    }

    /// The oracle looks at every place.
    @Test func `The nearest place is the one that asking all of them gives`() throws {
        var random = SeededGenerator(seed: 7)
        var writer = TableWriter()
        writer.countries = ["CH": "Switzerland", "DE": "Germany"]
        writer.places = (0..<900).map { index in
            // A third around a pole, a third along the antimeridian.
            let latitude: Double =
                switch index % 3 {
                case 0: .random(in: 86...90, using: &random) * (index % 2 == 0 ? 1 : -1)
                case 1: .random(in: -20...20, using: &random)
                default: .random(in: -90...90, using: &random)
                }
            let longitude: Double =
                index % 3 == 1
                ? (.random(in: 177...183, using: &random) as Double).remainder(dividingBy: 360)
                : .random(in: -180...179.9, using: &random)
            let rounded = ((latitude * 1e5).rounded() / 1e5, (longitude * 1e5).rounded() / 1e5)
            return TableWriter.Place("p\(index)", rounded.0, rounded.1, country: index % 5 == 0 ? "DE" : "CH")
        }
        let table = try writer.table()
        var found = 0
        for index in 0..<Rounds.of(300) {
            let near = writer.places[Int.random(in: 0..<900, using: &random)].coordinate
            let here = near.moved(
                by: .random(in: 0...400_000, using: &random), bearing: .random(in: 0..<360, using: &random))
            let radius = [10_000.0, 100_000, 300_000][index % 3]
            let country: Int? = index % 4 == 0 ? 1 : nil
            let expected = writer.places.filter { country == nil || $0.country == "DE" }
                .map { $0.coordinate.distance(to: here) }.filter { $0 < radius }.min()
            let nearest = try table.nearest(to: here, within: radius, inCountry: country)
            #expect(nearest?.distance == expected, "\(here)")
            if expected != nil { found += 1 }
        }
        #expect(found > Rounds.of(100))
    }
}
