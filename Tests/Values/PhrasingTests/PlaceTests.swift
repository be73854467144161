import LocationModel
import Phrasing
import Testing

@Suite("Places as a person writes them")
struct PlaceTests {
    private static let places: [(String, Double, Double)] = [
        ("-36.8,174.7", -36.8, 174.7), ("\u{2212}36.8,174.7", -36.8, 174.7), ("-36.8485° 174.76", -36.8485, 174.76),
        ("-36.8, -174.7", -36.8, -174.7), ("47.5 8.5", 47.5, 8.5), ("+47.5,+8.5", 47.5, 8.5), (".5,-.5", 0.5, -0.5),
        (#"36°50'55"S 174°45'36"E"#, -36.84861111111111, 174.76),
        ("36°50′55″S,174°45′36″E", -36.84861111111111, 174.76),
        ("S 36 50 55 E 174 45 36", -36.84861111111111, 174.76), ("36.8S174.7E", -36.8, 174.7),
        ("174.7E 36.8S", -36.8, 174.7), ("36° 50.5' N 0° 30' W", 36.841666666666667, -0.5), ("-0°30' 0", -0.5, 0),
        ("36°50'55''S 174°E", -36.84861111111111, 174),
        ("geo:-36,174", -36, 174), ("GEO:-36.5,174.25,12;crs=wgs84;u=20", -36.5, 174.25),
        ("10°20 30°40", 10.333333333333334, 30.666666666666668), ("90 -180", 90, -180),
    ]

    @Test(arguments: places)
    func `Is read`(text: String, latitude: Double, longitude: Double) throws {
        let place = try #require(Coordinate(place: text))
        #expect(abs(place.latitude - latitude) < 1e-9)
        #expect(abs(place.longitude - longitude) < 1e-9)
    }

    @Test(arguments: [
        "", ",", "47", "47,", "47,8,9", "91,0", "0,181", "nan,0", "inf 0", "0x10,0", "1e1,0", "36S,40S", "36E,40E",
        "-36S,174E", "36°60' 10", "36.5°30' 10", "36°50'60\" 10", "geo:1", "geo:91,0", "geo:1,2;crs=moon",
        "geo:1,2,3,4",
        "10 20 30 40", "47,,8", "47;8", "zürich", "N,E", "--47,8", "47\n8\u{0}", "' '", "50' 10",
    ])
    func `Nonsense is refused`(text: String) {
        #expect(Coordinate(place: text) == nil)
    }

    @Test func `What is printed can be read`() throws {
        for latitude in [-90, -89.9999999, -36.8485, -0.00001, 0, 0.9999999, 47.5000014, 59.9999999, 90] {
            for longitude in [-180, -179.9999999, -0.5, 0, 8.5000021, 174.76, 180] {
                let place = Coordinate(latitude: latitude, longitude: longitude)
                let text = place.place()
                let read = try #require(Coordinate(place: text), "\(text)")
                #expect(abs(read.latitude - latitude) <= 1e-7, "\(text)")
                #expect(abs(read.longitude - longitude) <= 1e-7, "\(text)")
            }
        }
    }
}
