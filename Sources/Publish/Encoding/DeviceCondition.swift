package import LocationModel

/// The state of a device that OwnTracks sends beside its position. It is not recorded, so only the present one is known.
package struct DeviceCondition: Sendable, Hashable {
    /// The charging state of a battery, in OwnTracks' numbers (`bs`).
    package enum Supply: Int, Sendable, Hashable {
        case unplugged = 1
        case charging = 2
        case full = 3
    }

    /// The charge in percent; `nil` without a battery.
    package var battery: Int?
    /// The charging state; `nil` if unknown.
    package var supply: Supply?
    /// The regions around the position, without private ones; `nil` if they may not be disclosed, or if there are none at all.
    package var regions: [Region]?

    /// Nothing is known.
    package init() {}
}
