package import LocationModel
package import LocationServices

/// Which satellites, with which properties, other programs may see.
///
/// The directions of satellites reveal where their observer is, to kilometres and better. So they are disclosed only together
/// with the exact location: to a program with full accuracy, while there is a fix, and not in a private region.
package enum SharedSky {
    /// The hub's view of the sky, as far as anybody may see it; `nil` if the receiver reports none now.
    package static func view(of status: LocationHub.Status) -> SkyView? {
        guard status.condition.state.isReporting, let sky = status.sky else { return nil }
        return status.latestZone == nil ? sky : withoutDirections(sky)
    }

    /// The satellites for a location, or for no location.
    package static func view(_ sky: SkyView?, with location: Location?, isReduced: Bool) -> SkyView? {
        guard !isReduced, let sky else { return nil }
        return location == nil ? withoutDirections(sky) : sky
    }

    private static func withoutDirections(_ sky: SkyView) -> SkyView {
        var sky = sky
        for index in sky.satellites.indices {
            sky.satellites[index].elevation = nil
            sky.satellites[index].azimuth = nil
        }
        return sky
    }
}
