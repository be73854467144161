internal import LocationModel

/// A town or village of the table.
struct TablePlace {
    /// Its number in the table.
    let index: Int
    let coordinate: Coordinate
    let name: Int
    let population: Int
    let country: Int
    /// `nil` where the table knows no state or canton of it.
    let region: Int?
    let timeZone: Int

    init(index: Int, _ record: RecordBytes) throws(PlaceTableError) {
        self.index = index
        coordinate = Coordinate(latitude: record.degrees(0), longitude: record.degrees(4))
        guard coordinate.isValid else { throw .damaged("place \(index) is not on Earth") }
        name = record.u32(8)
        population = record.u32(12)
        country = record.u16(16)
        region = record.u16(18) == 0xFFFF ? nil : record.u16(18)
        timeZone = record.u16(20)
    }

    /// Metres that it fills, as a guess: a disc with 3,000 people to the square kilometre, half a kilometre at least.
    var radius: Double {
        max(500, (Double(population) / 3000 / .pi).squareRoot() * 1000)
    }

    /// Metres within which everything belongs to it, as a guess that is rather too small: a disc with 20,000 people to
    /// the square kilometre, which few cities have. Its districts, which the table has too, lie within.
    var coreRadius: Double {
        (Double(population) / 20_000 / .pi).squareRoot() * 1000
    }
}

extension PlaceTable {
    func place(_ index: Int) throws(PlaceTableError) -> TablePlace {
        try TablePlace(index: index, record(.places, index))
    }

    /// The place that is nearest, with the metres to it, among those within `radius` metres and, where one is given, in
    /// a country.
    func nearest(
        to here: Coordinate, within radius: Double, inCountry country: Int? = nil
    ) throws(PlaceTableError) -> (place: TablePlace, distance: Double)? {
        // Mostly there is one nearby: the circle grows only where there is none.
        var reach = min(20_000, radius)
        while true {
            if let found = try nearestAmongAll(to: here, within: reach, inCountry: country) { return found }
            guard reach < radius else { return nil }
            reach = min(reach * 4, radius)
        }
    }

    /// The most populous city of a place's country whose core is around a point, where that is larger than the place.
    func city(around here: Coordinate, largerThan place: TablePlace) throws(PlaceTableError) -> TablePlace? {
        var city = place
        // No city of the world has a larger core.
        try forEachPlace(in: GridCells.runs(within: 25_000, of: here), country: place.country) { candidate in
            guard candidate.population > city.population, candidate.coordinate.isWithin(candidate.coreRadius, of: here)
            else { return }
            city = candidate
        }
        return city.index == place.index ? nil : city
    }

    private func nearestAmongAll(
        to here: Coordinate, within radius: Double, inCountry country: Int?
    ) throws(PlaceTableError) -> (place: TablePlace, distance: Double)? {
        var found: (place: TablePlace, distance: Double)?
        try forEachPlace(in: GridCells.runs(within: radius, of: here), country: country) { place in
            guard place.coordinate.isNearer(than: found?.distance ?? radius, to: here) else { return }
            found = (place, place.coordinate.distance(to: here))
        }
        return found
    }

    /// All places in runs of cells, or those of a country.
    func forEachPlace(
        in runs: [ClosedRange<Int>], country: Int? = nil, _ body: (TablePlace) -> Void
    ) throws(PlaceTableError) {
        for run in runs {
            let bounds = try records(.cells, run.lowerBound..<run.upperBound + 2)
            let (first, end) = (bounds[0].u32(0), bounds[run.count].u32(0))
            guard first <= end else { throw .damaged("cell \(run.lowerBound) ends before it begins") }
            for (index, record) in try records(.places, first..<end).enumerated() {
                if let country, record.u16(16) != country { continue }
                body(try TablePlace(index: first + index, record))
            }
        }
    }
}

/// The reason why the place table cannot be used. The caller receives it; nothing else in locd depends on the table.
public enum PlaceTableError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file does not exist.
    case missing(path: String)
    /// The system denies reading the file; `errno`.
    case unreadable(path: String, code: Int32)
    /// The file is not a place table, or has another version.
    case unknownFormat(String)
    /// The file is a place table, but contains invalid bytes.
    case damaged(String)

    /// What is wrong and what to do, in one sentence each.
    public var description: String {
        switch self {
        case .missing(let path):
            "Place table \(path) not found. Install the package locd again (from source: make places), or set geocoder.table: none."
        case .unreadable(let path, let code):
            "The place table \(path) cannot be read (system error \(code)). Allow the user locd to read it."
        case .unknownFormat(let detail):
            "The file is not a place table of this version: \(detail). Install the package locd again, or build it: make places."
        case .damaged(let detail):
            "The place table is damaged: \(detail). Install the package locd again, or build it: make places."
        }
    }
}
