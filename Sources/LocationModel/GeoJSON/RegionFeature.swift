/// A GeoJSON feature that describes a region.
struct RegionFeature {
    private let node: JSONNode
    private let path: String

    init(_ node: JSONNode, _ path: String) {
        self.node = node
        self.path = path
    }

    func region() throws(GeoJSONProblem) -> Region {
        guard case .object = node.value, node["type"]?.string == "Feature" else {
            throw problem(node, "", "not a Feature", "write {\"type\": \"Feature\", …}")
        }
        let properties = node["properties"]
        var region = Region(
            identifier: try identifier(properties), name: properties?["name"]?.string, shape: try shape(properties))
        region.notifyOnEntry = try flag("notifyOnEntry", properties)
        region.notifyOnExit = try flag("notifyOnExit", properties)
        if let priority = properties?["priority"] {
            guard let number = priority.number, let whole = Int(exactly: number) else {
                throw problem(
                    priority, "properties.priority", "the priority is not a whole number", "write a whole number")
            }
            region.priority = whole
        }
        region.privacy = try privacy(properties)
        region.desiredAccuracy = try desiredAccuracy(properties)
        return region
    }

    /// Reads the privacy of a region. An invalid value must not be treated as "not private".
    private func privacy(_ properties: JSONNode?) throws(GeoJSONProblem) -> RegionPrivacy? {
        guard let found = properties?["private"] else { return nil }
        switch found.value {
        case .boolean(let value): return value ? .cut : nil
        case .string(let word):
            if let known = RegionPrivacy(rawValue: word) { return known }
        default: break
        }
        throw problem(
            found, "properties.private", "unsupported value",
            "write true or \"cut\", \"blur\", or false")
    }

    private func identifier(_ properties: JSONNode?) throws(GeoJSONProblem) -> String {
        let found = node["id"] ?? properties?["identifier"] ?? properties?["name"]
        guard let found else {
            throw problem(node, "", "identifier missing", "give the feature an \"id\"")
        }
        if let number = found.number {
            return Int(exactly: number).map { "\($0)" } ?? "\(number)"
        }
        guard let text = found.string, !text.isEmpty, text.utf8.count <= 255 else {
            throw problem(
                found, "id", "the identifier is not a number or a string of 1 to 255 bytes", "write one of them")
        }
        return text
    }

    private func desiredAccuracy(_ properties: JSONNode?) throws(GeoJSONProblem) -> DesiredAccuracy? {
        guard let found = properties?["desiredAccuracy"] else { return nil }
        if let name = found.string, DesiredAccuracy.names.contains(name) { return DesiredAccuracy(name) }
        guard let metres = found.number, metres > 0, metres <= 100_000 else {
            throw problem(
                found, "properties.desiredAccuracy", "invalid accuracy",
                "write \(DesiredAccuracy.names.joined(separator: ", ")), or metres above 0 and at most 100000")
        }
        return .meters(metres)
    }

    private func flag(_ key: String, _ properties: JSONNode?) throws(GeoJSONProblem) -> Bool {
        guard let found = properties?[key] else { return true }
        guard case .boolean(let value) = found.value else {
            throw problem(found, "properties.\(key)", "invalid value", "write true or false")
        }
        return value
    }

    /// A feature without a geometry (RFC 7946, section 3.2) is a region of beacons.
    private func beacons(_ properties: JSONNode?) throws(GeoJSONProblem) -> BeaconConstraint? {
        guard let found = properties?["beacon"] else { return nil }
        guard let constraint = found.string.flatMap({ BeaconConstraint($0) }) else {
            throw problem(
                found, "properties.beacon", "the beacon is not UUID, UUID:MAJOR or UUID:MAJOR:MINOR",
                "write \"E2C56DB5-DFFB-48D2-B060-D0F5A71096E0:1:2\", the major and minor value from 0 to 65535")
        }
        guard node["geometry"] == nil else {
            throw problem(node, "geometry", "a region of beacons has no geometry", "write \"geometry\": null")
        }
        guard try privacy(properties) == nil else {
            throw problem(
                node, "properties.private", "a region of beacons cannot be private", "make a place private instead")
        }
        return constraint
    }

    private func shape(_ properties: JSONNode?) throws(GeoJSONProblem) -> RegionShape {
        if let constraint = try beacons(properties) { return .beacons(constraint) }
        guard let geometry = node["geometry"] else {
            throw problem(
                node, "geometry", "geometry missing", "add a Point, Polygon or LineString, or a property \"beacon\"")
        }
        guard let coordinates = geometry["coordinates"] else {
            throw problem(geometry, "geometry", "coordinates missing", "add coordinates")
        }
        let place = "geometry.coordinates"
        switch geometry["type"]?.string {
        case "Point":
            let radius = try metres("radius", of: "Point", properties)
            return .circle(center: try position(coordinates, place), radius: radius)
        case "LineString":
            let width = try metres("width", of: "LineString", properties)
            guard let line = Polyline(try positions(coordinates, place)) else {
                throw problem(coordinates, place, "a line needs at least two positions", "add positions")
            }
            return .corridor(line, width: width)
        case "Polygon": return .polygons([try polygon(coordinates, place)])
        case "MultiPolygon":
            var polygons: [Polygon] = []
            for (index, node) in try elements(coordinates, place).enumerated() {
                polygons.append(try polygon(node, "\(place)[\(index)]"))
            }
            guard !polygons.isEmpty else { throw problem(coordinates, place, "polygon missing", "add a polygon") }
            return .polygons(polygons)
        case let type:
            throw problem(
                geometry, "geometry", "a region cannot be a geometry of type \(type.map { "\"\($0)\"" } ?? "none")",
                "write a Point with a radius, a Polygon, a MultiPolygon, or a LineString with a width")
        }
    }

    private func metres(_ key: String, of type: String, _ properties: JSONNode?) throws(GeoJSONProblem) -> Double {
        let range = "above 0 and at most \(Int(rounding: RegionFile.maximumReach, .towardZero)) metres"
        guard let found = properties?[key] else {
            throw problem(node, "properties", "the \(type) has no property \"\(key)\"", "add it: \(range)")
        }
        guard let number = found.number, number > 0, number <= RegionFile.maximumReach else {
            throw problem(found, "properties.\(key)", "the \(key) is out of range", "write a number \(range)")
        }
        return number
    }

    private func polygon(_ node: JSONNode, _ place: String) throws(GeoJSONProblem) -> Polygon {
        var rings: [Ring] = []
        for (index, element) in try elements(node, place).enumerated() {
            let place = "\(place)[\(index)]"
            let vertices = try positions(element, place)
            guard vertices.count >= 4, let first = vertices.first, first == vertices.last else {
                throw problem(
                    element, place, "the ring is not closed", "give it four positions or more, the last like the first")
            }
            guard Set(vertices).count >= 3, let ring = Ring(vertices) else {
                throw problem(element, place, "the ring has no area", "give it three different positions or more")
            }
            rings.append(ring)
        }
        guard let exterior = rings.first else {
            throw problem(node, place, "the polygon has no ring", "add a ring")
        }
        return Polygon(exterior: exterior, holes: Array(rings.dropFirst()))
    }

    private func elements(_ node: JSONNode, _ place: String) throws(GeoJSONProblem) -> [JSONNode] {
        switch node.value {
        case .array(let elements): return elements
        case .numbers(let numbers) where numbers.isEmpty: return []
        default: throw problem(node, place, "not an array of arrays", "see RFC 7946, section 3.1")
        }
    }

    private func positions(_ node: JSONNode, _ place: String) throws(GeoJSONProblem) -> [Coordinate] {
        var result: [Coordinate] = []
        for (index, element) in try elements(node, place).enumerated() {
            result.append(try position(element, "\(place)[\(index)]"))
        }
        return result
    }

    private func position(_ node: JSONNode, _ place: String) throws(GeoJSONProblem) -> Coordinate {
        guard case .numbers(let numbers) = node.value, numbers.count >= 2 else {
            throw problem(node, place, "invalid position", "write [longitude, latitude] in degrees")
        }
        // Some files use longitudes beyond 180 for shapes across the antimeridian.
        guard abs(numbers[0]) <= 360, abs(numbers[1]) <= 90 else {
            throw problem(
                node, place, "the position is not on Earth",
                "write [longitude, latitude], the longitude within -180 to 180 and the latitude within -90 to 90")
        }
        let longitude = abs(numbers[0]) <= 180 ? numbers[0] : wrappedLongitude(numbers[0])
        return Coordinate(latitude: numbers[1], longitude: longitude)
    }

    private func problem(_ node: JSONNode, _ place: String, _ problem: String, _ remedy: String) -> GeoJSONProblem {
        let whole = path.isEmpty ? place : place.isEmpty ? path : "\(path).\(place)"
        return GeoJSONProblem(node.offset, whole, problem, remedy)
    }
}
