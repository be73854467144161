/// A GeoJSON feature that describes a region.
struct RegionFeature {
    private let node: JSONNode
    private let path: String

    init(_ node: JSONNode, _ path: String) {
        self.node = node
        self.path = path
    }

    /// The region; `nil` if anything is wrong with it: all of that is among the problems.
    func region(_ problems: inout GeoJSONProblems) -> Region? {
        guard case .object = node.value, node["type"]?.string == "Feature" else {
            problems.add(problem(node, "", "not a Feature", "write {\"type\": \"Feature\", …}"))
            return nil
        }
        let properties = node["properties"]
        let identifier = problems.attempt { () throws(GeoJSONProblem) in try self.identifier(properties) }
        let shape = self.shape(properties, &problems)
        let onEntry = problems.attempt { () throws(GeoJSONProblem) in try self.flag("notifyOnEntry", properties) }
        let onExit = problems.attempt { () throws(GeoJSONProblem) in try self.flag("notifyOnExit", properties) }
        let priority = problems.attempt { () throws(GeoJSONProblem) in try self.priority(properties) }
        let privacy = problems.attempt { () throws(GeoJSONProblem) in try self.privacy(properties) }
        let accuracy = problems.attempt { () throws(GeoJSONProblem) in try self.desiredAccuracy(properties) }
        guard let identifier, let shape, let onEntry, let onExit, let priority, let privacy, let accuracy else {
            return nil
        }
        var region = Region(identifier: identifier, name: properties?["name"]?.string, shape: shape)
        (region.notifyOnEntry, region.notifyOnExit) = (onEntry, onExit)
        if let priority { region.priority = priority }
        region.privacy = privacy
        region.desiredAccuracy = accuracy
        return region
    }

    private func priority(_ properties: JSONNode?) throws(GeoJSONProblem) -> Int? {
        guard let found = properties?["priority"] else { return nil }
        guard let number = found.number, let whole = Int(exactly: number) else {
            throw problem(found, "properties.priority", "the priority is not a whole number", "write a whole number")
        }
        return whole
    }

    /// Reads the privacy of a region. An invalid value, or one under a similar name, must not be treated as "not
    /// private".
    private func privacy(_ properties: JSONNode?) throws(GeoJSONProblem) -> RegionPrivacy? {
        guard let found = properties?["private"] else {
            guard case .object(let members) = properties?.value,
                let other = members.first(where: { $0.key != "private" && $0.key.lowercased().contains("priva") })
            else { return nil }
            throw problem(other.node, "properties.\(other.key)", "unknown property", "write \"private\"")
        }
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
        // An invalid one is a problem of its own.
        guard (try? privacy(properties)) == .some(nil) else {
            throw problem(
                node, "properties.private", "a region of beacons cannot be private", "make a place private instead")
        }
        return constraint
    }

    private func shape(_ properties: JSONNode?, _ problems: inout GeoJSONProblems) -> RegionShape? {
        let place = "geometry.coordinates"
        let beacons = problems.attempt { () throws(GeoJSONProblem) in try self.beacons(properties) }
        guard let beacons else { return nil }
        if let beacons { return .beacons(beacons) }
        guard let geometry = node["geometry"] else {
            problems.add(
                problem(
                    node, "geometry", "geometry missing",
                    "add a Point, Polygon or LineString, or a property \"beacon\""))
            return nil
        }
        guard let coordinates = geometry["coordinates"] else {
            problems.add(problem(geometry, "geometry", "coordinates missing", "add coordinates"))
            return nil
        }
        switch geometry["type"]?.string {
        case "Point":
            let radius = problems.attempt { () throws(GeoJSONProblem) in
                try metres("radius", of: "Point", properties)
            }
            let center = problems.attempt { () throws(GeoJSONProblem) in try position(coordinates, place) }
            return radius.flatMap { radius in center.map { .circle(center: $0, radius: radius) } }
        case "LineString":
            let width = problems.attempt { () throws(GeoJSONProblem) in
                try metres("width", of: "LineString", properties)
            }
            guard let vertices = positions(coordinates, place, &problems) else { return nil }
            guard let line = Polyline(vertices) else {
                problems.add(problem(coordinates, place, "a line needs at least two positions", "add positions"))
                return nil
            }
            return width.map { .corridor(line, width: $0) }
        case "Polygon": return polygon(coordinates, place, &problems).map { .polygons([$0]) }
        case "MultiPolygon":
            guard let elements = elements(coordinates, place, &problems) else { return nil }
            let polygons = elements.enumerated().map { index, node in
                polygon(node, "\(place)[\(index)]", &problems)
            }
            guard !polygons.isEmpty else {
                problems.add(problem(coordinates, place, "polygon missing", "add a polygon"))
                return nil
            }
            let good = polygons.compactMap(\.self)
            return good.count == polygons.count ? .polygons(good) : nil
        case let type:
            problems.add(
                problem(
                    geometry, "geometry", "a region cannot be a geometry of type \(type.map { "\"\($0)\"" } ?? "none")",
                    "write a Point with a radius, a Polygon, a MultiPolygon, or a LineString with a width"))
            return nil
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

    private func polygon(_ node: JSONNode, _ place: String, _ problems: inout GeoJSONProblems) -> Polygon? {
        guard let elements = elements(node, place, &problems) else { return nil }
        let rings = elements.enumerated().map { index, element in ring(element, "\(place)[\(index)]", &problems) }
        guard !rings.isEmpty else {
            problems.add(problem(node, place, "the polygon has no ring", "add a ring"))
            return nil
        }
        let good = rings.compactMap(\.self)
        guard good.count == rings.count, let exterior = good.first else { return nil }
        return Polygon(exterior: exterior, holes: Array(good.dropFirst()))
    }

    private func ring(_ node: JSONNode, _ place: String, _ problems: inout GeoJSONProblems) -> Ring? {
        guard let vertices = positions(node, place, &problems) else { return nil }
        return problems.attempt { () throws(GeoJSONProblem) in
            guard vertices.count >= 4, let first = vertices.first, first == vertices.last else {
                throw problem(
                    node, place, "the ring is not closed", "give it four positions or more, the last like the first")
            }
            guard Set(vertices).count >= 3, let ring = Ring(vertices) else {
                throw problem(node, place, "the ring has no area", "give it three different positions or more")
            }
            return ring
        }
    }

    private func elements(_ node: JSONNode, _ place: String, _ problems: inout GeoJSONProblems) -> [JSONNode]? {
        switch node.value {
        case .array(let elements): return elements
        case .numbers(let numbers) where numbers.isEmpty: return []
        default:
            problems.add(problem(node, place, "not an array of arrays", "see RFC 7946, section 3.1"))
            return nil
        }
    }

    private func positions(_ node: JSONNode, _ place: String, _ problems: inout GeoJSONProblems) -> [Coordinate]? {
        guard let elements = elements(node, place, &problems) else { return nil }
        let found = elements.enumerated().compactMap { index, element in
            problems.attempt { () throws(GeoJSONProblem) in try position(element, "\(place)[\(index)]") }
        }
        return found.count == elements.count ? found : nil
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
