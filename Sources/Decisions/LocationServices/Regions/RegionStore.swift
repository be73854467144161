internal import LocationModel

/// Regions by number and by identifier, with an index of their places that is updated later.
struct RegionStore: Sendable {
    /// Regions that were added since the index was built are checked one by one, up to this number, or up to a part of
    /// all.
    private static let maximumUnindexed = 64

    private(set) var regions: [Region?] = []
    private(set) var numbers: [String: Int] = [:]
    private var free: [Int] = []
    private var index = RegionIndex()
    private var unindexed: Set<Int> = []
    /// A number that two sets of regions share only if they are the same, whatever their order: the sum of all.
    private(set) var fingerprint: UInt64 = 0

    var count: Int { numbers.count }
    /// The number of regions that require an accuracy.
    private(set) var demandingCount = 0
    var all: some Sequence<(number: Int, region: Region)> {
        regions.enumerated().lazy.compactMap { entry in entry.element.map { (entry.offset, $0) } }
    }

    subscript(number: Int) -> Region? { regions.indices.contains(number) ? regions[number] : nil }

    /// Adds a region, replacing one with the same identifier; returns its number.
    mutating func add(_ region: Region) -> Int {
        remove(region.identifier)
        let number: Int
        if let reused = free.popLast() {
            number = reused
            regions[number] = region
        } else {
            number = regions.count
            regions.append(region)
        }
        if region.desiredAccuracy != nil { demandingCount += 1 }
        numbers[region.identifier] = number
        fingerprint &+= Self.fingerprint(of: region)
        unindexed.insert(number)
        return number
    }

    /// Removes a region; returns its former number. The index may still contain that number, for no region or for a
    /// successor, whose distance is computed anyway.
    @discardableResult
    mutating func remove(_ identifier: String) -> Int? {
        guard let number = numbers.removeValue(forKey: identifier) else { return nil }
        if let region = regions[number] { fingerprint &-= Self.fingerprint(of: region) }
        if regions[number]?.desiredAccuracy != nil { demandingCount -= 1 }
        regions[number] = nil
        unindexed.remove(number)
        free.append(number)
        return number
    }

    /// The numbers of all regions whose boxes touch a box, and possibly some more.
    mutating func numbers(touching box: BoundingBox) -> Set<Int> {
        if unindexed.count > max(Self.maximumUnindexed, count / 1000) { rebuild() }
        var found: Set<Int> = []
        index.forEach(touching: box) { number in
            if regions.indices.contains(number), regions[number] != nil { found.insert(number) }
        }
        found.formUnion(unindexed)
        return found
    }

    private mutating func rebuild() {
        index = RegionIndex(
            all.lazy.flatMap { number, region in region.shape.bounds.map { (box: $0, number: number) } })
        unindexed.removeAll()
    }

    /// A number that two regions share only if identifier and shape are the same.
    static func fingerprint(of region: Region) -> UInt64 {
        var hash = StableHash(region.identifier)
        func mix(_ value: Double) {
            for shift in 0..<8 { hash.combine(UInt8(truncatingIfNeeded: value.bitPattern >> (8 * shift))) }
        }
        func mix(_ coordinate: Coordinate) {
            mix(coordinate.latitude)
            mix(coordinate.longitude)
        }
        switch region.shape {
        case .circle(let center, let radius):
            mix(center)
            mix(radius)
        case .corridor(let line, let width):
            line.vertices.forEach(mix)
            mix(width)
        case .polygons(let polygons):
            for polygon in polygons {
                for ring in [polygon.exterior] + polygon.holes { ring.vertices.forEach(mix) }
            }
        case .beacons(let constraint): constraint.description.utf8.forEach { hash.combine($0) }
        }
        return hash.value
    }
}
