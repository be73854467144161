import LocationModel

/// A regions file: what is read has boundaries, and the distances to them are numbers.
func fuzzRegions(_ input: UnsafeRawBufferPointer) {
    let bytes = input.bindMemory(to: UInt8.self)
    guard let regions = try? RegionFile.regions(bytes) else { return }
    let boxes = regions.enumerated().flatMap { number, region in region.shape.bounds.map { (box: $0, number: number) } }
    let index = RegionIndex(boxes)
    for point in points {
        var found: Set<Int> = []
        index.forEach(touching: BoundingBox(around: point, reaching: 0)) { found.insert($0) }
        for (number, region) in regions.enumerated() {
            precondition(region.isMonitorable)
            let distance = region.shape.distance(to: point)
            precondition(!distance.isNaN, "\(region.identifier) has no distance to \(point)")
            precondition(
                !region.shape.contains(point) || found.contains(number), "\(region.identifier) is not in the index")
        }
    }
}

private let points = [
    Coordinate(latitude: 0, longitude: 0), Coordinate(latitude: 47.5, longitude: -180),
    Coordinate(latitude: -90, longitude: 12), Coordinate(latitude: 89.9999, longitude: 179.9999),
]
