public import LocationModel

extension ReportedRegion {
    /// Creates the wire form of a region.
    public init(_ region: Region) {
        self.init(
            identifier: region.identifier, name: region.name, notifyOnEntry: region.notifyOnEntry ? nil : false,
            notifyOnExit: region.notifyOnExit ? nil : false,
            notifyEntryStateOnDisplay: region.notifyEntryStateOnDisplay ? true : nil,
            priority: region.priority == 0 ? nil : region.priority)
        switch region.shape {
        case .circle(let center, let radius): circle = Circle(center: center, radius: radius)
        case .polygons(let shapes):
            polygons = shapes.map { shape in
                let holes = shape.holes.map { Ring(points: $0.vertices) }
                return Polygon(exterior: Ring(points: shape.exterior.vertices), holes: holes.isEmpty ? nil : holes)
            }
        case .corridor(let polyline, let width): corridor = Corridor(line: polyline.vertices, width: width)
        case .beacons(let constraint): beacons = constraint.description
        }
    }

    /// The decoded region.
    /// - Throws: ``VarlinkError/invalidRegion(identifier:detail:)`` with the problem.
    public func region() throws(VarlinkError) -> Region {
        var region = Region(identifier: identifier, name: name, shape: try shape())
        region.notifyOnEntry = notifyOnEntry ?? true
        region.notifyOnExit = notifyOnExit ?? true
        region.notifyEntryStateOnDisplay = notifyEntryStateOnDisplay ?? false
        region.priority = priority ?? 0
        guard (1...255).contains(identifier.utf8.count) else {
            throw refusal("An identifier has 1 to 255 bytes.")
        }
        guard region.isMonitorable else {
            throw refusal("It needs a middle on Earth, and a radius or width above 0 and of at most 1000000 metres.")
        }
        return region
    }

    private func shape() throws(VarlinkError) -> RegionShape {
        switch (circle, polygons, corridor, beacons) {
        case (let circle?, nil, nil, nil): return .circle(center: circle.center, radius: circle.radius)
        case (nil, let polygons?, nil, nil):
            var shapes: [LocationModel.Polygon] = []
            for polygon in polygons {
                var holes: [LocationModel.Ring] = []
                for hole in polygon.holes ?? [] { holes.append(try ring(hole)) }
                shapes.append(LocationModel.Polygon(exterior: try ring(polygon.exterior), holes: holes))
            }
            return .polygons(shapes)
        case (nil, nil, let corridor?, nil):
            guard let line = Polyline(corridor.line) else {
                throw refusal("The line of a corridor has two points or more, all of them on Earth.")
            }
            return .corridor(line, width: corridor.width)
        case (nil, nil, nil, let beacons?):
            guard let constraint = BeaconConstraint(beacons) else {
                throw refusal("Beacons are UUID, UUID:MAJOR or UUID:MAJOR:MINOR.")
            }
            return .beacons(constraint)
        default: throw refusal("Give one of circle, polygons, corridor and beacons.")
        }
    }

    private func ring(_ ring: Ring) throws(VarlinkError) -> LocationModel.Ring {
        guard Set(ring.points).count >= 3, let ring = LocationModel.Ring(ring.points) else {
            throw refusal("A ring has three different points or more, all of them on Earth.")
        }
        return ring
    }

    private func refusal(_ detail: String) -> VarlinkError {
        .invalidRegion(identifier: identifier, detail: detail)
    }
}

extension AddRegionParameters {
    /// When the region expires. Throws if it is not a valid time.
    public var end: Timestamp? {
        get throws(VarlinkError) {
            guard let until else { return nil }
            guard let end = Timestamp(until) else { throw .invalidParameter("until") }
            return end
        }
    }
}
