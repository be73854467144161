import Geocoding
import LocationModel
import Testing

@Suite struct ForwardGeocodingTests {
    private func find(
        _ address: String, near: (center: Coordinate, radius: Double)? = nil
    ) throws -> (names: [String], isPartial: Bool) {
        let finding = try Geocoder(try TableWriter.sampleTable()).placemarks(named: address, near: near)
        return (
            finding.placemarks.map { "\($0.locality ?? $0.name ?? "?") \($0.isoCountryCode ?? "")" }, finding.isPartial
        )
    }

    @Test(arguments: [
        "Zürich", "zurich", "ZÜRICH", " zu\u{308}rich ", "Zurigo", "チューリッヒ", "Zürich, Switzerland", "Zürich CH",
        "Zürich, ZH, Switzerland", "zurich, canton of zurich", "Zürich\nSwitzerland", "Zürich, Winterthur",
    ])
    func aTownIsFoundUnderAllItsNamesAndWhereItLies(_ address: String) throws {
        let found = try find(address)
        #expect(found.names == ["Zürich CH"])
        #expect(!found.isPartial)
    }

    @Test func theMostPopulousComesFirstAndTheContextDecides() throws {
        #expect(try find("Paris").names == ["Paris DE", "Paris US"])
        #expect(try find("Paris, Texas").names == ["Paris US"])
        #expect(try find("Paris Texas").names == ["Paris US"])
        #expect(try find("Paris TX United States").names == ["Paris US"])
        #expect(try find("Paris TX Germany").names.isEmpty)
        #expect(try find("Paris, TX, United States").names == ["Paris US"])
        #expect(try find("New Texas").names == ["New Texas US"])
    }

    @Test func placesInTheCircleThatWasAskedForComeFirst() throws {
        let texas = Coordinate(latitude: 32, longitude: -97)
        #expect(try find("Paris", near: (texas, 500_000)).names == ["Paris US", "Paris DE"])
        #expect(try find("Paris", near: (texas, 1000)).names == ["Paris DE", "Paris US"])
    }

    @Test func unknownWordsMakeTheAnswerPartial() throws {
        for address in ["Bahnhofstrasse 1, Zürich", "8001 Zürich", "Zürich 8001", "Zürich, Nowhere"] {
            let found = try find(address)
            #expect(found.names == ["Zürich CH"], "\(address)")
            #expect(found.isPartial, "\(address)")
        }
        // A town that is not there is none; what is left is the country.
        let country = try find("Zürich, Germany")
        #expect(country.names == ["Germany DE"])
        #expect(country.isPartial)
    }

    @Test(arguments: [
        "", " ,;\n", "Nowhere", "Zürich nonsense", "1", String(repeating: "a", count: 5000),
    ])
    func unknownPlacesAreNotFound(_ address: String) throws {
        #expect(try find(address).names.isEmpty)
    }

    @Test func statesAndCountriesAreFoundWithACircleAroundTheirTowns() throws {
        let finding = try Geocoder(try TableWriter.sampleTable()).placemarks(named: "Texas", locale: "de")
        let texas = try #require(finding.placemarks.first)
        #expect(texas.administrativeArea == "Texas")
        #expect(texas.locality == nil)
        #expect(texas.radius == 50_000)
        let germany = try Geocoder(try TableWriter.sampleTable()).placemarks(named: "germany", locale: "de")
        #expect(germany.placemarks.map(\.name) == ["Deutschland"])
    }
}
