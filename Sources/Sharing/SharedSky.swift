package import LocationModel
package import LocationServices

/// Which satellites other programs may be told of, and with what.
///
/// Where satellites stand in the sky tells where their observer is, to kilometres and better. So their directions go only with the
/// location itself: to a program that has it exactly, while there is one, and not in a private region.
package enum SharedSky {
    /// The view of the hub, as far as anybody may have it; `nil` if the receiver reports none now.
    package static func view(of status: LocationHub.Status) -> SkyView? {
        guard status.condition.state.isReporting, let sky = status.sky else { return nil }
        return status.latestZone == nil ? sky : withoutDirections(sky)
    }

    /// The satellites that go with a location, or with there being none.
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
