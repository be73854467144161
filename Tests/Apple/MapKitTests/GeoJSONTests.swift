import Foundation
import MapKit
import Testing

@Suite struct GeoJSONTests {
    private func decode(_ text: String) throws -> [any MKGeoJSONObject] {
        try MKGeoJSONDecoder().decode(Data(text.utf8))
    }

    @Test func `A collection has features with their geometry`() throws {
        let found = try decode(
            """
            {"type": "FeatureCollection", "features": [
              {"type": "Feature", "id": 7, "properties": {"name": "yard"}, "geometry": {"type": "Polygon", "coordinates":
                [[[8, 47], [9, 47], [9, 48], [8, 47]], [[8.5, 47.2], [8.6, 47.2], [8.6, 47.3], [8.5, 47.2]]]}},
              {"type": "Feature", "properties": null, "geometry": {"type": "GeometryCollection", "geometries": [
                {"type": "Point", "coordinates": [8, 47, 400]},
                {"type": "MultiLineString", "coordinates": [[[8, 47], [9, 47]], [[8, 48], [9, 48]]]},
                {"type": "MultiPolygon", "coordinates": [[[[0, 0], [1, 0], [1, 1], [0, 0]]]]}]}}]}
            """)
        let features = try found.map { try #require($0 as? MKGeoJSONFeature) }
        #expect(features.map(\.identifier) == ["7", nil])
        #expect(features[0].properties == Data(#"{"name":"yard"}"#.utf8))
        let yard = try #require(features[0].geometry.first as? MKPolygon)
        #expect(yard.pointCount == 4 && yard.interiorPolygons?.count == 1)
        #expect(features[1].geometry.count == 3)
        #expect((features[1].geometry[0] as? MKPointAnnotation)?.coordinate.longitude == 8)
        let lines = try #require(features[1].geometry[1] as? MKMultiPolyline)
        #expect(lines.polylines.count == 2 && !lines.boundingMapRect.isEmpty)
        #expect((features[1].geometry[2] as? MKMultiPolygon)?.polygons.count == 1)
    }

    @Test(arguments: [
        "", "[]", "{}", #"{"type": "Point"}"#, #"{"type": "Point", "coordinates": [8]}"#,
        #"{"type": "Point", "coordinates": [8, 91]}"#, #"{"type": "Feature", "geometry": {"type": "Circle"}}"#,
        #"{"type": "FeatureCollection", "features": 7}"#, #"{"type": "LineString", "coordinates": [7]}"#,
    ])
    func `What is not GeoJSON is an error`(_ text: String) {
        #expect(throws: MKError.self) { _ = try decode(text) }
    }

    @Test func `A geodesic line goes far from the straight one`() {
        let places = [
            CLLocationCoordinate2D(latitude: 50, longitude: -120), CLLocationCoordinate2D(latitude: 50, longitude: 0),
        ]
        let line = MKGeodesicPolyline(coordinates: places, count: 2)
        #expect(line.pointCount > 60)
        let northernmost = (0..<line.pointCount).map { line.points()[$0].coordinate.latitude }.max() ?? 0
        #expect(northernmost > 66 && northernmost < 69)
        let short = MKGeodesicPolyline(coordinates: [places[0], places[0]], count: 2)
        #expect(short.pointCount == 2)
    }

    /// Programs make subclasses of shapes, with and without points.
    private final class Pin: MKShape {}
    private final class ColouredLine: MKPolyline {
        var colour = "red"
    }

    @Test func `Shapes can be subclassed`() {
        #expect(!CLLocationCoordinate2DIsValid(Pin().coordinate))
        let line = ColouredLine(coordinates: [CLLocationCoordinate2D(latitude: 1, longitude: 1)], count: 1)
        #expect(line.colour == "red" && line.pointCount == 1)
        #expect(ColouredLine().pointCount == 0 && MKMultiPoint().pointCount == 0)
        #expect(MKTileOverlayPath(x: 1, y: 2, z: 3, contentScaleFactor: 2).z == 3)
    }
}
