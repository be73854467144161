import Foundation
import LocationModel
import LocdTestSupport
import Testing

@Suite struct RegionFileTests {
    private static func feature(
        _ geometry: String, id: String = #""id":"a","#, properties: String = "{}"
    ) -> String {
        #"{"type":"Feature",\#(id)"properties":\#(properties),"geometry":\#(geometry)}"#
    }

    /// A circle with a further property.
    private static func circle(_ property: String) -> String {
        feature(#"{"type":"Point","coordinates":[8.5,47.5]}"#, properties: #"{"radius":1,\#(property)}"#)
    }

    private static func failure(_ text: String) throws -> GeoJSONError {
        try #require(throws: GeoJSONError.self) { try RegionFile.regions(text.utf8) }
    }

    @Test func `Every geometry becomes its region`() throws {
        let text = """
            {"features": [
              {"type":"Feature","id":"home","geometry":{"type":"Point","coordinates":[8.5,47.5,440]},
               "properties":{"radius":150,"name":"Zu Hause","notifyOnExit":false,"priority":2,"color":["red",{}]}},
              {"type":"Feature","id":7,"geometry":{"coordinates":[[[8,47],[9,47],[9,48],[8,47]]],"type":"Polygon"}},
              {"type":"Feature","properties":{"identifier":"isles"},"geometry":{"type":"MultiPolygon","coordinates":
                [[[[179,-17],[181,-17],[180,-16],[179,-17]]],[[[8,47],[9,47],[9,48],[8,47]]]]}},
              {"type":"Feature","properties":{"name":"way\\u0021","width":40},
               "geometry":{"type":"LineString","coordinates":[[8,47],[8.1,47.1]]}}
            ], "type": "FeatureCollection"}
            """
        let regions = try RegionFile.regions(text.utf8)
        #expect(regions.map(\.identifier) == ["home", "7", "isles", "way!"])
        let home = try #require(regions.first)
        #expect(home.shape == .circle(center: Coordinate(latitude: 47.5, longitude: 8.5), radius: 150))
        #expect(home.name == "Zu Hause" && home.notifyOnEntry && !home.notifyOnExit && home.priority == 2)
        #expect(regions[2].shape.contains(Coordinate(latitude: -16.7, longitude: -179.9)))
        #expect(regions[2].shape.contains(Coordinate(latitude: 47.2, longitude: 8.9)))
        #expect(regions[3].shape.depth == 20)
    }

    @Test(arguments: [
        ("\"nearestTenMeters\"", DesiredAccuracy.nearestTenMeters), ("25", .meters(25)), ("\"best\"", .best),
    ])
    func `A region may ask for an accuracy`(written: String, accuracy: DesiredAccuracy) throws {
        let regions = try RegionFile.regions(Self.circle(#""desiredAccuracy":\#(written)"#).utf8)
        #expect(regions.map(\.desiredAccuracy) == [accuracy])
    }

    @Test(arguments: ["\"finest\"", "0", "-1", "1e300", "true", "{}", "\"25\""])
    func `An accuracy that is none is refused`(written: String) throws {
        let failure = try Self.failure(Self.circle(#""desiredAccuracy":\#(written)"#))
        #expect(failure.description.contains("properties.desiredAccuracy"), "\(failure)")
        #expect(failure.description.contains("nearestTenMeters"), "\(failure)")
    }

    @Test func `One feature is one region`() throws {
        let text = Self.feature(#"{"type":"Point","coordinates":[8.5,47.5]}"#, properties: #"{"radius":1}"#)
        let regions = try RegionFile.regions(text.utf8)
        #expect(regions.map(\.identifier) == ["a"])
        let none = try RegionFile.regions(#"{"type":"FeatureCollection","features":[]}"#.utf8)
        #expect(none.isEmpty)
    }

    @Test(
        arguments: [
            ("true", RegionPrivacy.cut), ("\"cut\"", .cut), ("\"blur\"", .blur), ("false", nil),
        ] as [(String, RegionPrivacy?)])
    func `Private is read as it is meant`(text: String, privacy: RegionPrivacy?) throws {
        #expect(try RegionFile.regions(Self.circle(#""private":\#(text)"#).utf8).map(\.privacy) == [privacy])
    }

    /// A value that is not understood, and a name like it.
    @Test(arguments: [
        ("private", "1"), ("private", "\"yes\""), ("private", "\"Blur\""), ("private", "[]"), ("private", "{}"),
        ("privacy", "\"blur\""), ("Private", "\"blur\""), ("isPrivate", "\"blur\""),
    ])
    func `Private that is not understood is no public place`(key: String, value: String) throws {
        #expect(try Self.failure(Self.circle(#""\#(key)":\#(value)"#)).path == "properties.\(key)")
    }

    @Test func `An error says where it is and what to do`() throws {
        let text = """
            {"type":"FeatureCollection","features":[
              {"type":"Feature","id":"a","properties":{"radius":5},"geometry":{"type":"Point","coordinates":[1,2]}},
              {"type":"Feature","id":"ä","properties":{},"geometry":{"type":"Polygon","coordinates":[[[1,2],[1,91],[2,2],[1,2]]]}}
            ]}
            """
        let error = try Self.failure(text)
        #expect(error.line == 3)
        #expect(error.column == 97)
        #expect(error.path == "features[1].geometry.coordinates[0][1]")
        #expect(error.description.contains("not on Earth"))
    }

    @Test func `All problems are named in the order of the text`() throws {
        let text = """
            {"type":"FeatureCollection","features":[
              {"type":"Feature","id":"a","properties":{"radius":-5,"priority":1.5},
               "geometry":{"type":"Point","coordinates":[8,188.7]}},
              {"type":"Feature","id":"b","properties":{"radius":5},"geometry":{"type":"Point","coordinates":[1,2]}},
              {"type":"Feature","id":"c","properties":{"private":"yes"},"geometry":{"type":"Polygon",
               "coordinates":[[[1,2],[1,91],[2,200],[1,2]],[[1,2],[2,3],[3,3]]]}},
              {"type":"Feature","id":"b","properties":{"width":"wide"},"geometry":{"type":"LineString","coordinates":[]}},
              {"type":"Feature","id":"d","geometry":{"type":"Polygon","coordinates":[[[1,2],[2,3],[3,1],[1,2]]]}},
              7
            ]
            """
        let error = try Self.failure(text)
        #expect(
            ([error] + error.others).map(\.path) == [
                "features[0].properties.radius", "features[0].properties.priority", "features[0].geometry.coordinates",
                "features[2].properties.private", "features[2].geometry.coordinates[0][1]",
                "features[2].geometry.coordinates[0][2]", "features[2].geometry.coordinates[1]",
                "features[3].properties.width", "features[3].geometry.coordinates", "features[5]", "",
            ])
        #expect(([error] + error.others).map(\.line) == [2, 2, 3, 5, 6, 6, 6, 7, 7, 9, 10])
        let many = Array(repeating: "7", count: 250).joined(separator: ",")
        let capped = try Self.failure(#"{"type":"FeatureCollection","features":[\#(many)]}"#)
        #expect(capped.others.count == 99 && capped.omitted == 150)
    }

    @Test(arguments: [
        (#"{"type":"Point","coordinates":[1,2]}"#, "radius"),
        (#"{"type":"Point","coordinates":[1]}"#, "radius"),
        (#"{"type":"LineString","coordinates":[[1,2],[2,3]]}"#, "width"),
        (#"{"type":"Polygon","coordinates":[]}"#, "ring"),
        (#"{"type":"Polygon","coordinates":[[[1,2],[2,3],[3,4],[5,6]]]}"#, "closed"),
        (#"{"type":"Polygon","coordinates":[[[1,2],[2,3],[1,2],[1,2]]]}"#, "area"),
        (#"{"type":"Polygon","coordinates":[[["1",2],[2,3],[3,4],[1,2]]]}"#, "position"),
        (#"{"type":"Polygon","coordinates":5}"#, "array"),
        (#"{"type":"GeometryCollection","coordinates":[]}"#, "GeometryCollection"),
        (#"{"type":"Polygon"}"#, "coordinates"),
        (#"{"coordinates":[1,2]}"#, "none"),
        ("null", "geometry"),
    ])
    func `Invalid regions are refused`(geometry: String, word: String) throws {
        let failure = try Self.failure(Self.feature(geometry))
        #expect(failure.description.contains(word))
    }

    @Test(arguments: ["0", "-1", "1e7", "\"5\"", "null", "1e999"])
    func `A radius that is none is refused`(radius: String) throws {
        let text = Self.feature(#"{"type":"Point","coordinates":[1,2]}"#, properties: #"{"radius":\#(radius)}"#)
        _ = try Self.failure(text)
    }

    @Test func `Identifiers are needed and unique`() throws {
        let point = #"{"type":"Point","coordinates":[1,2]}"#
        let one = Self.feature(point, properties: #"{"radius":5}"#)
        let twice = try Self.failure(#"{"type":"FeatureCollection","features":[\#(one),\#(one)]}"#)
        #expect(twice.path == "features[1]" && twice.problem.contains("twice"))
        let nameless = try Self.failure(Self.feature(point, id: "", properties: #"{"radius":5}"#))
        #expect(nameless.problem.contains("identifier"))
        let empty = try Self.failure(Self.feature(point, id: #""id":"","#, properties: #"{"radius":5}"#))
        #expect(empty.path == "id")
    }

    @Test(arguments: [
        "", "[", "{", "nul", "[1,2]", "{\"type\":\"FeatureCollection\"}", "{\"type\":5}", "{\"features\":[1]}",
        "{\"a\":\"\\u12\"}", "{\"a\":\"\\ud800x\"}", "{\"a\":01}", "{\"a\":1.}", "{\"a\":+1}", "{\"a\":1}x",
        "{\"a\" 1}",
        "{\"a\":\"\u{1}\"}", "{\"type\":\"Feature\"}", String(repeating: "[", count: 100_000),
        "{\"a\":" + String(repeating: "{\"a\":", count: 50_000),
    ])
    func `Invalid GeoJSON is refused`(text: String) throws {
        let error = try Self.failure(text)
        #expect(!error.problem.isEmpty && !error.remedy.isEmpty && error.line >= 1 && error.column >= 1)
    }

    private static let countries = URL(
        filePath: Checkout.data("reference/naturalearth-countries110.geojson"))

    @Test(
        .enabled(
            if: FileManager.default.fileExists(atPath: countries.path),
            "the countries of ../shared/data/reference are not here"))
    func `Countries hold their capitals`() throws {
        // Natural Earth's features have names of their own keys; each gets an id here.
        let json = try JSONSerialization.jsonObject(with: Data(contentsOf: Self.countries))
        var collection = try #require(json as? [String: Any])
        var features = try #require(collection["features"] as? [[String: Any]])
        for index in features.indices {
            let properties = features[index]["properties"] as? [String: Any]
            features[index]["id"] = properties?["ADMIN"] ?? properties?["name"] ?? "\(index)"
        }
        collection["features"] = features
        let data = try JSONSerialization.data(withJSONObject: collection)
        let regions = try RegionFile.regions(data)
        #expect(regions.count > 170)
        func countries(_ latitude: Double, _ longitude: Double) -> [String] {
            regions.filter { $0.shape.contains(Coordinate(latitude: latitude, longitude: longitude)) }.map(\.identifier)
        }
        #expect(countries(46.95, 7.45) == ["Switzerland"])
        #expect(countries(-33.45, -70.67) == ["Chile"])
        #expect(countries(66, -171) == ["Russia"])
        #expect(countries(-89.9, 12) == ["Antarctica"])
        #expect(countries(30, -40).isEmpty)
    }
}
