package import LocationModel

/// What OwnTracks tells of a device beside its place. It is not recorded, so it is known only of the present.
package struct DeviceCondition: Sendable, Hashable {
    /// How a battery is supplied, as OwnTracks numbers it (`bs`).
    package enum Supply: Int, Sendable, Hashable {
        case unplugged = 1
        case charging = 2
        case full = 3
    }

    /// The charge in percent; `nil` without a battery.
    package var battery: Int?
    /// How it is supplied; `nil` if that is unknown.
    package var supply: Supply?
    /// The regions around the place, without private ones; `nil` if nobody may know, or if there is no region at all.
    package var regions: [Region]?

    /// Nothing is known.
    package init() {}
}
