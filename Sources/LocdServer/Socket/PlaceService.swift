package import Glibc
package import LocationModel
package import LocdProtocol

/// What the daemon answers about places: names of coordinates, and coordinates of names.
package protocol PlaceService: Sendable {
    /// Where those who ask run: a table on a disk that hangs keeps them waiting and nobody else. `nil` for the pool.
    var reading: (any TaskExecutor)? { get }

    /// What is at a place, the most likely first.
    func placemarks(
        at place: Coordinate, locale: String?, for user: uid_t
    ) async throws(VarlinkError) -> [Placemark]

    /// Where a named place is, the most likely first.
    func placemarks(
        named address: String, near: (center: Coordinate, radius: Double)?, locale: String?, for user: uid_t
    ) async throws(VarlinkError) -> LocationInterface.Geocode.Reply
}

/// Has nothing to look anything up in.
package struct NoPlaces: PlaceService {
    package init() {}

    package var reading: (any TaskExecutor)? { nil }

    package func placemarks(
        at place: Coordinate, locale: String?, for user: uid_t
    ) async throws(VarlinkError) -> [Placemark] { throw .noPlaceTable }

    package func placemarks(
        named address: String, near: (center: Coordinate, radius: Double)?, locale: String?, for user: uid_t
    ) async throws(VarlinkError) -> LocationInterface.Geocode.Reply { throw .noPlaceTable }
}

extension VarlinkError {
    /// There is nothing to look places up in.
    package static var noPlaceTable: VarlinkError {
        .geocoderUnavailable(detail: "No place table configured: set geocoder.table.")
    }
}
