import Geocoding
import LocdTestSupport

extension TableWriter {
    /// The file of the sample; it is the same for all tests.
    static let sampleBytes = sample.bytes()

    /// The table of the sample.
    static func sampleTable() throws -> PlaceTable { try PlaceTable(TableBytes(sampleBytes)) }

    /// Two countries side by side, a village over the border, a town far from all, an ocean.
    static var sample: TableWriter {
        var writer = TableWriter()
        writer.countries = ["CH": "Switzerland", "DE": "Germany", "US": "United States"]
        writer.regions = [
            "CH.ZH": "Canton of Zurich", "CH.TG": "Thurgau", "DE.01": "Baden-Württemberg", "US.TX": "Texas",
            "US.IL": "Illinois",
        ]
        writer.places = [
            Place(
                "Zürich", 47.36667, 8.55, population: 415_367, region: "ZH", timeZone: "Europe/Zurich",
                otherNames: ["Zurigo", "チューリッヒ"]),
            Place("Winterthur", 47.5, 8.75, population: 91_908, region: "ZH", timeZone: "Europe/Zurich"),
            Place("Kreuzlingen", 47.64, 9.17, population: 22_000, region: "TG", timeZone: "Europe/Zurich"),
            Place(
                "Konstanz", 47.66, 9.18, population: 81_275, country: "DE", region: "01", timeZone: "Europe/Berlin"),
            Place(
                "Stuttgart", 48.78, 9.18, population: 600_000, country: "DE", region: "01", timeZone: "Europe/Berlin"),
            Place(
                "Springfield", 39.8, -89.64, population: 114_394, country: "US", region: "IL",
                timeZone: "America/Chicago"),
            Place("Paris", 48.85, 2.35, population: 2_138_551, country: "DE"),
            Place(
                "Paris", 33.66, -95.55, population: 25_000, country: "US", region: "TX", timeZone: "America/Chicago"),
            Place("New Texas", 30, -95, population: 100, country: "US", region: "TX"),
        ]
        writer.borders = [
            Ring(owner: "CH", corners: [(46, 6), (46, 10), (47.65, 10), (47.65, 6)]),
            // A hole: an enclave is not in what is around it.
            Ring(owner: "CH", corners: [(46.2, 6.2), (46.2, 6.4), (46.4, 6.4), (46.4, 6.2)]),
            Ring(owner: "DE", corners: [(47.65, 6), (47.65, 14), (55, 14), (55, 6)]),
            Ring(owner: "US", corners: [(25, -120), (25, -80), (49, -80), (49, -120)]),
        ]
        writer.waters = [
            Ring(owner: "Caspian Sea", flags: 1, corners: [(36, 46), (36, 55), (48, 55), (48, 46)]),
            Ring(owner: "North Atlantic Ocean", corners: [(0, -70), (0, -5), (66, -5), (66, -70)]),
        ]
        writer.translations = [
            "de": ["CH": "Schweiz", "CH.ZH": "Kanton Zürich", "DE": "Deutschland"],
            "en": ["CH": "Switzerland", "DE": "Germany", "Zürich": "Zurich"],
            "fr-CH": ["CH": "Suisse"],
        ]
        return writer
    }
}

extension TableBytes {
    /// Those of a file that nobody else has.
    convenience init(_ bytes: [UInt8]) throws {
        let folder = TemporaryDirectory()
        defer { withExtendedLifetime(folder) {} }
        try self.init(path: folder.file("table", bytes))
    }
}
