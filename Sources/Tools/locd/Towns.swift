import Geocoding
import LocationModel
import LocdConfiguration

/// The towns of the place table, by which people know where something was. Without a table no place has a name.
struct Towns {
    private let geocoder: Geocoder?

    /// The towns of a table, as `geocoder.table` of the configuration names it.
    init(table: String?) {
        geocoder = table.flatMap { path in
            guard let bytes = try? TableBytes(path: path), let table = try? PlaceTable(bytes) else { return nil }
            return Geocoder(table)
        }
    }

    /// The town near a place, else the ocean or the country; `nil` where nothing is known.
    func name(_ place: Coordinate) -> String? {
        guard let found = try? geocoder?.placemarks(at: place).first else { return nil }
        return (found.locality ?? found.name ?? found.ocean ?? found.country)?.visible
    }

    /// From where to where: `Zürich – Bern`, `Zürich`, or nothing.
    func way(from start: Coordinate, to end: Coordinate) -> String {
        let names = [name(start), name(end)].compactMap(\.self)
        return names.count == 2 && names[0] == names[1] ? names[0] : names.joined(separator: " – ")
    }
}
