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
    func `A town is found under all its names and where it lies`(_ address: String) throws {
        let found = try find(address)
        #expect(found.names == ["Zürich CH"])
        #expect(!found.isPartial)
    }

    @Test func `The most populous comes first and the context decides`() throws {
        #expect(try find("Paris").names == ["Paris DE", "Paris US"])
        #expect(try find("Paris, Texas").names == ["Paris US"])
        #expect(try find("Paris Texas").names == ["Paris US"])
        #expect(try find("Paris TX United States").names == ["Paris US"])
        #expect(try find("Paris TX Germany").names.isEmpty)
        #expect(try find("Paris, TX, United States").names == ["Paris US"])
        #expect(try find("New Texas").names == ["New Texas US"])
    }

    @Test func `Places in the circle that was asked for come first`() throws {
        let texas = Coordinate(latitude: 32, longitude: -97)
        #expect(try find("Paris", near: (texas, 500_000)).names == ["Paris US", "Paris DE"])
        #expect(try find("Paris", near: (texas, 1000)).names == ["Paris DE", "Paris US"])
    }

    @Test func `Unknown words make the answer partial`() throws {
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
    func `Unknown places are not found`(_ address: String) throws {
        #expect(try find(address).names.isEmpty)
    }

    @Test func `States and countries are found with a circle around their towns`() throws {
        let finding = try Geocoder(try TableWriter.sampleTable()).placemarks(named: "Texas", locale: "de")
        let texas = try #require(finding.placemarks.first)
        #expect(texas.administrativeArea == "Texas")
        #expect(texas.locality == nil)
        #expect(texas.radius == 50_000)
        let germany = try Geocoder(try TableWriter.sampleTable()).placemarks(named: "germany", locale: "de")
        #expect(germany.placemarks.map(\.name) == ["Deutschland"])
    }
}
