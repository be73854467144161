import LocationModel

extension CLLocationCoordinate2D {
    init(_ coordinate: Coordinate) {
        self.init(latitude: coordinate.latitude, longitude: coordinate.longitude)
    }

    var coordinate: Coordinate { Coordinate(latitude: latitude, longitude: longitude) }
}
