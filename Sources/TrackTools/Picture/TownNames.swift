internal import Geocoding
internal import LocationModel

/// The towns in or near which places lie, for a list; their number is limited so that the lookup stays fast.
struct TownNames {
    private static let most = 600

    private let geocoder: Geocoder?
    private var known: [Coordinate: String?] = [:]

    init(_ table: PlaceTable?) {
        geocoder = table.map(Geocoder.init)
    }

    /// The town of a place; `nil` if none is known.
    mutating func name(near place: Coordinate) -> String? {
        // To a hundredth of a degree: two stops in one street are in one town.
        let rounded = Coordinate(
            latitude: (place.latitude * 100).rounded() / 100, longitude: (place.longitude * 100).rounded() / 100)
        if let name = known[rounded] { return name }
        guard let geocoder, known.count < Self.most else { return nil }
        let placemark = try? geocoder.placemarks(at: place).first
        let name = placemark.flatMap { $0.subLocality ?? $0.locality ?? $0.name }
        known[rounded] = name
        return name
    }
}
