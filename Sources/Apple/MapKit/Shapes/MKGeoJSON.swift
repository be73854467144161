/// What a GeoJSON document contains: features and geometries.
@_weakLinked public protocol MKGeoJSONObject: NSObjectProtocol {}

extension MKPointAnnotation: MKGeoJSONObject {}
extension MKMultiPoint: MKGeoJSONObject {}
extension MKMultiPolygon: MKGeoJSONObject {}
extension MKMultiPolyline: MKGeoJSONObject {}

/// Geometries with a name and properties.
@_weakLinked open class MKGeoJSONFeature: NSObject, MKGeoJSONObject {
    /// Its `id`.
    public let identifier: String?
    /// Its `properties`, as JSON.
    public let properties: Data?
    /// Its geometries.
    public let geometry: [any MKShape & MKGeoJSONObject]

    init(identifier: String?, properties: Data?, geometry: [any MKShape & MKGeoJSONObject]) {
        (self.identifier, self.properties, self.geometry) = (identifier, properties, geometry)
        super.init()
    }
}

/// Reads GeoJSON (RFC 7946).
@_weakLinked open class MKGeoJSONDecoder: NSObject {
    public override init() { super.init() }

    /// The features and geometries of a document.
    /// - Throws: ``MKError`` with `decodingFailed`, which says where.
    open func decode(_ data: Data) throws -> [any MKGeoJSONObject] {
        guard let root = try? JSONSerialization.jsonObject(with: data) as? [String: Any] else {
            throw Self.failure("not a JSON object")
        }
        switch root["type"] as? String {
        case "FeatureCollection":
            guard let features = root["features"] as? [[String: Any]] else {
                throw Self.failure("no array of features")
            }
            return try features.map { try feature($0) }
        case "Feature": return [try feature(root)]
        default: return try geometries(root)
        }
    }

    private func feature(_ object: [String: Any]) throws -> MKGeoJSONFeature {
        guard object["type"] as? String == "Feature" else { throw Self.failure("a feature without this type") }
        let identifier = (object["id"] as? String) ?? (object["id"] as? NSNumber)?.stringValue
        let properties = (object["properties"] as? [String: Any]).flatMap {
            try? JSONSerialization.data(withJSONObject: $0, options: .sortedKeys)
        }
        let geometry = object["geometry"] as? [String: Any]
        return MKGeoJSONFeature(
            identifier: identifier, properties: properties, geometry: try geometry.map { try geometries($0) } ?? [])
    }

    private func geometries(
        _ object: [String: Any], depth: Int = 0
    ) throws -> [any MKShape & MKGeoJSONObject] {
        let type = object["type"] as? String ?? ""
        let value = object["coordinates"]
        switch type {
        case "Point": return [MKPointAnnotation(coordinate: try position(value))]
        case "MultiPoint": return try positions(value).map { MKPointAnnotation(coordinate: $0) }
        case "LineString": return [try line(value)]
        case "MultiLineString": return [MKMultiPolyline(try list(value).map { try line($0) })]
        case "Polygon": return [try polygon(value)]
        case "MultiPolygon": return [MKMultiPolygon(try list(value).map { try polygon($0) })]
        case "GeometryCollection":
            // A document of others may nest as deep as it likes.
            guard depth < 16, let parts = object["geometries"] as? [[String: Any]] else {
                throw Self.failure("a collection without geometries, or nested too deeply")
            }
            return try parts.flatMap { try geometries($0, depth: depth + 1) }
        default: throw Self.failure("unknown type \"\(type)\"")
        }
    }

    private func list(_ value: Any?) throws -> [Any] {
        guard let list = value as? [Any] else { throw Self.failure("coordinates are not an array") }
        return list
    }

    private func position(_ value: Any?) throws -> CLLocationCoordinate2D {
        let numbers = try list(value).prefix(3).compactMap { ($0 as? NSNumber)?.doubleValue }
        guard numbers.count >= 2 else { throw Self.failure("a position needs a longitude and a latitude") }
        let place = CLLocationCoordinate2D(latitude: numbers[1], longitude: numbers[0])
        guard CLLocationCoordinate2DIsValid(place) else {
            throw Self.failure("invalid position [\(numbers[0]), \(numbers[1])]; longitude comes first")
        }
        return place
    }

    private func positions(_ value: Any?) throws -> [CLLocationCoordinate2D] {
        try list(value).map { try position($0) }
    }

    private func line(_ value: Any?) throws -> MKPolyline {
        let places = try positions(value)
        return MKPolyline(coordinates: places, count: places.count)
    }

    private func polygon(_ value: Any?) throws -> MKPolygon {
        let rings = try list(value).map { try positions($0) }
        let holes = rings.dropFirst().map { MKPolygon(coordinates: $0, count: $0.count) }
        let outer = rings.first ?? []
        return MKPolygon(
            coordinates: outer, count: outer.count, interiorPolygons: holes.isEmpty ? nil : Array(holes))
    }

    private static func failure(_ reason: String) -> MKError { MKError(.decodingFailed, "not GeoJSON: \(reason)") }
}
