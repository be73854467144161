import LocationModel

extension CLPlacemarkValues {
    /// The daemon's values for a place.
    /// - Parameter asked: The requested location; if no place is named there, it is the placemark's location.
    init(_ placemark: Placemark, asked: CLLocation? = nil) {
        let coordinate = CLLocationCoordinate2D(placemark.coordinate)
        location = CLLocation(
            coordinate: coordinate, altitude: 0,
            horizontalAccuracy: placemark.horizontalAccuracy ?? asked?.horizontalAccuracy ?? -1,
            verticalAccuracy: -1, timestamp: asked?.timestamp ?? Date())
        region = placemark.radius.map { radius in
            let place = String(format: "%+.5f,%+.5f", coordinate.latitude, coordinate.longitude)
            return CLCircularRegion(
                center: coordinate, radius: radius, identifier: "<\(place)> radius \(String(format: "%.0f", radius))")
        }
        timeZone = placemark.timeZone.flatMap { TimeZone(identifier: $0) }
        name = placemark.name
        thoroughfare = placemark.thoroughfare
        subThoroughfare = placemark.subThoroughfare
        locality = placemark.locality
        subLocality = placemark.subLocality
        administrativeArea = placemark.administrativeArea
        subAdministrativeArea = placemark.subAdministrativeArea
        postalCode = placemark.postalCode
        isoCountryCode = placemark.isoCountryCode
        country = placemark.country
        inlandWater = placemark.inlandWater
        ocean = placemark.ocean
        areasOfInterest = placemark.areasOfInterest
    }
}
