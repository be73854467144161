import Geocoding
import LocationModel

/// Writes small place tables, so that tests know everything that is in them.
struct TableWriter {
    struct Place {
        var name: String
        var coordinate: Coordinate
        var population = 0
        var country = "CH"
        var region: String?
        var timeZone = "Etc/UTC"
        var otherNames: [String] = []

        init(
            _ name: String, _ latitude: Double, _ longitude: Double, population: Int = 0, country: String = "CH",
            region: String? = nil, timeZone: String = "Etc/UTC", otherNames: [String] = []
        ) {
            self.name = name
            coordinate = Coordinate(latitude: latitude, longitude: longitude)
            self.population = population
            self.country = country
            self.region = region
            self.timeZone = timeZone
            self.otherNames = otherNames
        }
    }

    struct Ring {
        var owner: String
        var flags = 0
        var corners: [(latitude: Double, longitude: Double)]
    }

    var countries: [String: String] = [:]
    /// By country and code: "CH.ZH".
    var regions: [String: String] = [:]
    var places: [Place] = []
    var borders: [Ring] = []
    var waters: [Ring] = []
    /// By language: what something is called; places by their name, the others by their code.
    var translations: [String: [String: String]] = [:]

    /// A table of these.
    func table() throws -> PlaceTable { try PlaceTable(TableBytes(bytes())) }

    /// The file.
    func bytes() -> [UInt8] {
        var layout = Layout(self)
        return layout.file()
    }

    /// Small letters of some alphabets, without accents.
    static let folding: [(Unicode.Scalar, String)] = {
        var pairs: [(Unicode.Scalar, String)] = (65...90).map {
            (Unicode.Scalar($0), String(Character(Unicode.Scalar($0 + 32))))
        }
        pairs += [
            ("-", " "), (".", " "), ("'", ""), ("ü", "u"), ("Ü", "u"), ("é", "e"), ("ß", "ss"), ("\u{301}", ""),
            ("\u{308}", ""),
        ]
        return pairs.sorted { $0.0 < $1.0 }
    }()

    static func fold(_ name: String) -> String {
        let table = Dictionary(uniqueKeysWithValues: folding)
        let folded = name.unicodeScalars.map { table[$0] ?? String(Character($0)) }.joined()
        return folded.split(separator: " ").joined(separator: " ")
    }
}

/// The sections while they are written.
private struct Layout {
    let writer: TableWriter
    var strings: [UInt8] = [0, 0]
    var references: [String: Int] = ["": 0]
    var corners: [UInt8] = []

    init(_ writer: TableWriter) {
        self.writer = writer
    }

    mutating func string(_ text: String) -> Int {
        if let known = references[text] { return known }
        references[text] = strings.count
        strings += number(text.utf8.count, 2) + Array(text.utf8)
        return references[text] ?? 0
    }

    mutating func file() -> [UInt8] {
        let countries = writer.countries.keys.sorted()
        let regions = writer.regions.keys.sorted()
        let zones = Set(writer.places.map(\.timeZone)).sorted()
        let places = writer.places.sorted { Self.cell($0.coordinate) < Self.cell($1.coordinate) }
        var entities: [String: Int] = [:]
        for (index, place) in places.enumerated() { entities[place.name] = index }
        for (index, code) in regions.enumerated() { entities[code] = 1 << 28 | index }
        for (index, code) in countries.enumerated() { entities[code] = 2 << 28 | index }

        var sections: [TableFile.Section] = []
        var names: [(key: String, rank: Int, entity: Int)] = []
        var body: [UInt8] = []
        for code in countries {
            let name = writer.countries[code] ?? ""
            names += [(name, 1, entities[code] ?? 0), (code, 1, entities[code] ?? 0)]
            body +=
                Array(code.utf8) + number(0, 2) + number(string(name), 4) + number(4_700_000, 4)
                + number(800_000, 4) + number(150_000, 4) + number(0, 4)
        }
        sections.append(("CTRY", 24, body))
        body = []
        for code in regions {
            let name = writer.regions[code] ?? ""
            names += [(name, 0, entities[code] ?? 0), (String(code.dropFirst(3)), 0, entities[code] ?? 0)]
            let country = countries.firstIndex(of: String(code.prefix(2))) ?? 0
            body +=
                number(string(name), 4) + number(country, 2) + number(0, 2) + number(4_700_000, 4)
                + number(800_000, 4) + number(50_000, 4) + number(0, 4)
        }
        sections.append(("REGN", 24, body))
        sections.append(("ZONE", 4, zones.flatMap { number(string($0), 4) }))
        body = []
        var cells = [Int](repeating: 0, count: 180 * 360 + 1)
        for (index, place) in places.enumerated() {
            for name in [place.name] + place.otherNames { names.append((name, place.population, index)) }
            cells[Self.cell(place.coordinate) + 1] += 1
            let region = place.region.flatMap { regions.firstIndex(of: "\(place.country).\($0)") } ?? 0xFFFF
            body += degrees(place.coordinate.latitude) + degrees(place.coordinate.longitude)
            body += number(string(place.name), 4) + number(place.population, 4)
            body += number(countries.firstIndex(of: place.country) ?? 0, 2) + number(region, 2)
            body += number(zones.firstIndex(of: place.timeZone) ?? 0, 2) + number(0, 2)
        }
        sections.append(("PLAC", 24, body))
        for index in 1..<cells.count { cells[index] += cells[index - 1] }
        sections.append(("CELL", 4, cells.flatMap { number($0, 4) }))
        sections += languages(entities)
        sections.append(("NAME", 8, nameRecords(names)))
        sections.append(
            ("BORD", 32, writer.borders.flatMap { ring($0, owner: countries.firstIndex(of: $0.owner) ?? 0) }))
        sections.append(("WATR", 32, writer.waters.flatMap { ring($0, owner: string($0.owner)) }))
        sections.append(("VRTX", 8, corners))
        sections.append(
            ("FOLD", 8, TableWriter.folding.flatMap { number(Int($0.0.value), 4) + number(string($0.1), 4) }))
        sections.append(("STRG", 1, strings))
        return TableFile.bytes("LOCDPLCE", sections)
    }

    private mutating func languages(_ entities: [String: Int]) -> [TableFile.Section] {
        var (languages, texts): ([UInt8], [UInt8]) = ([], [])
        for (language, catalog) in writer.translations.sorted(by: { $0.key < $1.key }) {
            let code = Array(language.utf8)
            languages += code + [UInt8](repeating: 0, count: 8 - code.count)
            languages += number(texts.count / 8, 4) + number(catalog.count, 4)
            let delivered = catalog.map { (entities[$0.key] ?? 0, $0.value) }.sorted { $0.0 < $1.0 }
            for (entity, text) in delivered { texts += number(entity, 4) + number(string(text), 4) }
        }
        return [("LANG", 16, languages), ("TEXT", 8, texts)]
    }

    private mutating func nameRecords(_ names: [(key: String, rank: Int, entity: Int)]) -> [UInt8] {
        let folded = names.map { (key: TableWriter.fold($0.key), rank: $0.rank, entity: $0.entity) }
        let sorted = folded.sorted {
            $0.key == $1.key ? $0.rank > $1.rank : $0.key.utf8.lexicographicallyPrecedes($1.key.utf8)
        }
        return sorted.flatMap { number(string($0.key), 4) + number($0.entity, 4) }
    }

    private mutating func ring(_ ring: TableWriter.Ring, owner: Int) -> [UInt8] {
        let (latitudes, longitudes) = (ring.corners.map(\.latitude), ring.corners.map(\.longitude))
        let first = corners.count / 8
        for corner in ring.corners { corners += degrees(corner.latitude) + degrees(corner.longitude) }
        return number(owner, 4) + number(ring.flags, 4) + degrees(latitudes.min() ?? 0)
            + degrees(longitudes.min() ?? 0) + degrees(latitudes.max() ?? 0) + degrees(longitudes.max() ?? 0)
            + number(first, 4) + number(ring.corners.count, 4)
    }

    private static func cell(_ place: Coordinate) -> Int {
        let row = min(Int(rounding: place.latitude + 90, .down), 179)
        return row * 360 + Int(rounding: place.longitude + 180, .down) % 360
    }

    private func degrees(_ value: Double) -> [UInt8] {
        number(Int(Int32(rounding: value * 100_000)), 4)
    }

    private func number(_ value: Int, _ count: Int) -> [UInt8] { TableFile.number(value, count) }
}
