package import Glibc
package import LocationModel
package import LocdProtocol

/// The daemon's answers about places: names of coordinates, and coordinates of names.
package protocol PlaceService: Sendable {
    /// Where lookups run: if the table is on a disk that hangs, only lookups wait. `nil` for the pool.
    var reading: (any TaskExecutor)? { get }

    /// The placemarks at a coordinate, the most likely first.
    func placemarks(
        at place: Coordinate, locale: String?, for user: uid_t
    ) async throws(VarlinkError) -> [Placemark]

    /// The placemarks with a name, the most likely first.
    func placemarks(
        named address: String, near: (center: Coordinate, radius: Double)?, locale: String?, for user: uid_t
    ) async throws(VarlinkError) -> LocationInterface.Geocode.Reply
}

extension VarlinkError {
    /// There is no table to look places up in.
    package static var noPlaceTable: VarlinkError {
        .geocoderUnavailable(detail: "No place table configured: set geocoder.table.")
    }
}
