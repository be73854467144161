/// Regions as GeoJSON (RFC 7946): a Feature, or a FeatureCollection of them, each a region.
///
/// | geometry | region |
/// |---|---|
/// | Point with a property `radius` (metres) | circle |
/// | Polygon, MultiPolygon | polygons, with holes; they may lie across the antimeridian and around a pole |
/// | LineString with a property `width` (metres) | corridor, half of the width to either side |
/// | `null`, with a property `beacon` (`UUID`, `UUID:MAJOR` or `UUID:MAJOR:MINOR`) | the surroundings of beacons |
///
/// The identifier is the feature's `id`, or its property `identifier`, or its property `name`. The properties `name`,
/// `notifyOnEntry`, `notifyOnExit` (true unless said otherwise), `priority` (a whole number, 0) and `private` (false,
/// true or "cut", "blur"; see ``RegionPrivacy``) are read too; others are ignored.
public enum RegionFile {
    /// The largest radius and width, in metres.
    public static let maximumReach = 1_000_000.0

    /// Reads regions from the bytes of a text. Throws all its problems and their places.
    public static func regions(_ text: some Sequence<UInt8>) throws(GeoJSONError) -> [Region] {
        let bytes = Array(text)
        var problems = GeoJSONProblems()
        var regions: [Region] = []
        do {
            regions = try read(bytes, &problems)
        } catch {
            problems.add(error)
        }
        if let error = problems.located(in: bytes) { throw error }
        return regions
    }

    private static func read(_ bytes: [UInt8], _ problems: inout GeoJSONProblems) throws(GeoJSONProblem) -> [Region] {
        var reader = JSONTextReader(bytes)
        var identifiers: Set<String> = []
        var regions: [Region] = []
        var others: [(key: String, node: JSONNode)] = []
        var features: Int?
        try reader.expect(UInt8(ascii: "{"), "object")
        // Feature by feature, to avoid a tree of all numbers of a large file.
        try reader.forEachMember { (reader, key) throws(GeoJSONProblem) in
            reader.skipWhitespace()
            guard key == "features", reader.next == UInt8(ascii: "[") else {
                others.append((key, try reader.node()))
                return
            }
            features = reader.offset
            regions.removeAll()
            identifiers.removeAll()
            _ = reader.take(UInt8(ascii: "["))
            try reader.forEachElement { (reader, index) throws(GeoJSONProblem) in
                let node = try reader.node()
                take(node, "features[\(index)]", into: &regions, &identifiers, &problems)
            }
        }
        try reader.expectEnd()
        let whole = JSONNode(offset: 0, value: .object(others))
        switch whole["type"]?.string {
        case "FeatureCollection":
            guard features != nil else {
                throw GeoJSONProblem(0, "", "the FeatureCollection has no array \"features\"", "add the array")
            }
        case "Feature":
            regions.removeAll()
            identifiers.removeAll()
            take(whole, "", into: &regions, &identifiers, &problems)
        default:
            throw GeoJSONProblem(
                whole["type"]?.offset ?? 0, "type", "not a FeatureCollection or a Feature",
                "put the geometry into a Feature, with an id, and the features into a FeatureCollection")
        }
        return regions
    }

    private static func take(
        _ node: JSONNode, _ path: String, into regions: inout [Region], _ identifiers: inout Set<String>,
        _ problems: inout GeoJSONProblems
    ) {
        guard let region = RegionFeature(node, path).region(&problems) else { return }
        guard identifiers.insert(region.identifier).inserted else {
            return problems.add(
                GeoJSONProblem(
                    node.offset, path, "the identifier \"\(region.identifier)\" is used twice",
                    "give each region its own id"))
        }
        regions.append(region)
    }
}
