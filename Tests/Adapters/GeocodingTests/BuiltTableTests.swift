import FoundationEssentials
import Glibc
import LocationModel
import LocdTestSupport
import Testing

@testable import Geocoding

/// The table that ships, as `make places` built it beside this source.
private enum BuiltTable {
    static let path = Checkout.path(".build/places.locd")
    static var isThere: Bool { FileManager.default.fileExists(atPath: path) }
}

@Suite(.enabled(if: BuiltTable.isThere, "there is no .build/places.locd: make places"))
struct BuiltTableTests {
    private let geocoder: Geocoder

    init() throws {
        geocoder = Geocoder(try PlaceTable(TableBytes(path: BuiltTable.path)))
    }

    /// North, south, east, west of everything; islands, the antimeridian, borders, capitals and nowhere.
    @Test(
        arguments: [
            (46.9480, 7.4474, "CH", "Bern", "Europe/Zurich"), (48.8566, 2.3522, "FR", "Paris", "Europe/Paris"),
            (-33.8688, 151.2093, "AU", "Sydney", "Australia/Sydney"),
            (21.3069, -157.8583, "US", "Honolulu", "Pacific/Honolulu"),
            (-18.1416, 178.4415, "FJ", "Suva", "Pacific/Fiji"),
            (64.1466, -21.9426, "IS", "Reykjavik", "Atlantic/Reykjavik"),
            (-54.8019, -68.3030, "AR", "Ushuaia", "America/Argentina/Ushuaia"),
            (78.2232, 15.6267, "SJ", "Longyearbyen", "Arctic/Longyearbyen"),
            (59.9139, 10.7522, "NO", "Oslo", "Europe/Oslo"), (42.6629, 21.1655, "XK", "Pristina", "Europe/Belgrade"),
            (35.6895, 139.6917, "JP", nil, "Asia/Tokyo"), (47.6605, 9.1750, "DE", "Konstanz", "Europe/Berlin"),
            (64.7511, 177.4, "RU", nil, "Asia/Anadyr"), (26.0, 3.0, "DZ", nil, nil), (72.0, -40.0, "GL", nil, nil),
        ] as [(Double, Double, String, String?, String?)])
    func `Places on land are known`(
        _ latitude: Double, _ longitude: Double, _ country: String, _ locality: String?, _ timeZone: String?
    ) throws {
        let here = Coordinate(latitude: latitude, longitude: longitude)
        let placemark = try #require(try geocoder.placemarks(at: here, locale: "en").first)
        #expect(placemark.isoCountryCode == country)
        #expect(placemark.ocean == nil)
        if let locality { #expect(placemark.locality == locality) }
        if let timeZone { #expect(placemark.timeZone == timeZone) }
        if let accuracy = placemark.horizontalAccuracy {
            #expect(accuracy >= placemark.coordinate.distance(to: here) - 1e-6)
        }
    }

    @Test(arguments: [
        (40.0, -40.0, "North Atlantic Ocean"), (-30.0, -20.0, "South Atlantic Ocean"),
        (30.0, 180.0, "North Pacific Ocean"), (30.0, -180.0, "North Pacific Ocean"),
        (-30.0, -120.0, "South Pacific Ocean"), (-20.0, 80.0, "Indian Ocean"), (89.5, 100.0, "Arctic Ocean"),
        (-65.0, -150.0, "Southern Ocean"), (34.0, 20.0, "Mediterranean Sea"), (43.3, 34.0, "Black Sea"),
        (42.5, 51.0, "Caspian Sea"), (56.5, 3.0, "North Sea"), (58.5, 20.3, "Baltic Sea"),
        (25.0, -90.0, "Gulf of Mexico"),
        (15.0, -75.0, "Caribbean Sea"), (20.0, 38.5, "Red Sea"), (58.0, 178.0, "Bering Sea"),
        (5.0, -80.0, "North Pacific Ocean"),
    ])
    func `Seas are named far from their shores`(_ latitude: Double, _ longitude: Double, _ name: String) throws {
        let placemark = try #require(
            try geocoder.placemarks(at: Coordinate(latitude: latitude, longitude: longitude)).first)
        #expect(placemark.name == name)
        #expect((placemark.inlandWater ?? placemark.ocean) == name)
        #expect(placemark.isoCountryCode == nil)
    }

    @Test(arguments: [
        ("Zürich", "CH", 47.37, 8.54), ("zurich", "CH", 47.37, 8.54), ("Zu\u{308}rich", "CH", 47.37, 8.54),
        ("Paris", "FR", 48.85, 2.35), ("Paris, Texas", "US", 33.66, -95.55), ("Paris Texas USA", "US", 33.66, -95.55),
        ("Springfield, IL", "US", 39.8, -89.64), ("München", "DE", 48.14, 11.58),
        ("Munich, Germany", "DE", 48.14, 11.58),
        ("Москва", "RU", 55.75, 37.62), ("東京", "JP", 35.69, 139.69), ("القاهرة", "EG", 30.06, 31.25),
        ("Wien, Österreich", "AT", 48.21, 16.37), ("Genève, Suisse", "CH", 46.2, 6.15),
        ("New York", "US", 40.71, -74.01),
        ("São Paulo", "BR", -23.55, -46.64), ("L'Aquila", "IT", 42.35, 13.4), ("Saint-Étienne", "FR", 45.43, 4.39),
        ("Łódź", "PL", 51.77, 19.47), ("Malmø", "SE", 55.61, 13.0), ("London, Ontario", "CA", 42.98, -81.23),
    ])
    func `Names of many languages are found`(
        _ address: String, _ country: String, _ latitude: Double, _ longitude: Double
    ) throws {
        let finding = try geocoder.placemarks(named: address, locale: "en")
        let first = try #require(finding.placemarks.first)
        #expect(first.isoCountryCode == country)
        #expect(first.coordinate.distance(to: Coordinate(latitude: latitude, longitude: longitude)) < 10_000)
        #expect(!finding.isPartial)
    }

    @Test func `Names are in the preferred language`() throws {
        let geneva = Coordinate(latitude: 46.204, longitude: 6.146)
        func names(_ locale: String?) throws -> [String?] {
            let placemark = try #require(try geocoder.placemarks(at: geneva, locale: locale).first)
            return [placemark.locality, placemark.country]
        }
        #expect(try names("de_CH") == ["Genf", "Schweiz"])
        #expect(try names("it") == ["Ginevra", "Svizzera"])
        #expect(try names("ja") == ["ジュネーヴ", "スイス連邦"])
        #expect(try names("en_US")[1] == "Switzerland")
    }

    /// The oracle looks at every place: by the straight line through the Earth, and of the nearest few by the geodesic.
    @Test func `The nearest place is the one that looking at all gives`() throws {
        var random = SeededGenerator(seed: 5)
        let table = geocoder.table
        let places = try table.records(.places, 0..<table.count(.places)).enumerated().map {
            try TablePlace(index: $0.offset, $0.element).coordinate
        }
        #expect(places.count > 200_000)
        let points = places.map(Self.point)
        for _ in 0..<12 {
            let near = places[Int.random(in: 0..<places.count, using: &random)]
            let here = near.moved(
                by: .random(in: 0...120_000, using: &random), bearing: .random(in: 0..<360, using: &random))
            let middle = Self.point(here)
            var nearest: [(chord: Double, index: Int)] = []
            for (index, point) in points.enumerated() {
                let (x, y, z) = (point.0 - middle.0, point.1 - middle.1, point.2 - middle.2)
                let chord = x * x + y * y + z * z
                if nearest.count == 8, let last = nearest.last, chord >= last.chord { continue }
                nearest.append((chord, index))
                nearest.sort { $0.chord < $1.chord }
                if nearest.count > 8 { nearest.removeLast() }
            }
            let expected = nearest.map { places[$0.index].distance(to: here) }.min()
            #expect(try table.nearest(to: here, within: 300_000)?.distance == expected)
        }
    }

    @Test func `Every place is found under its name`() throws {
        var random = SeededGenerator(seed: 6)
        for _ in 0..<200 {
            let index = Int.random(in: 0..<geocoder.table.count(.places), using: &random)
            let name = try geocoder.table.string(geocoder.table.place(index).name)
            let found = try geocoder.table.entities(named: geocoder.table.fold(name))
            #expect(found.contains(.place(index)) || found.count == 512, "\(name)")
        }
    }

    private static func point(_ place: Coordinate) -> (Double, Double, Double) {
        // On the ellipsoid the straight line and the geodesic order neighbours alike, nearly.
        let (latitude, longitude) = (place.latitude * .pi / 180, place.longitude * .pi / 180)
        let (sine, cosine) = (sin(latitude), cos(latitude))
        let prime = 6_378_137 / (1 - 0.00669437999014 * sine * sine).squareRoot()
        return (
            prime * cosine * cos(longitude), prime * cosine * sin(longitude), prime * (1 - 0.00669437999014) * sine
        )
    }
}
