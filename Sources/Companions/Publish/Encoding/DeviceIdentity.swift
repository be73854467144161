package import LocationModel
internal import SystemSupport

package struct DeviceIdentity: Sendable, Hashable {
    /// The user, `locd` if the sink has none.
    package let user: String
    package let device: String
    /// The tracker ID of OwnTracks: one or two characters.
    package let trackerID: String

    /// The identity at a sink; `machine` is the name of the machine.
    package init(_ sink: PublishSink, machine: String) {
        user = sink.user ?? "locd"
        device = sink.device ?? (machine.isEmpty ? "locd" : machine)
        trackerID = sink.trackerID ?? String(device.prefix(2))
    }

    /// The name of this machine up to its first dot, as it may stand in a topic.
    package static var machine: String {
        SystemHost.name.filter { !"/+# ".contains($0) }
    }
}

/// The state of a device that OwnTracks sends beside its position. It is not recorded, so only the present one is
/// known.
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
    /// The regions around the position, without private ones; `nil` if they may not be disclosed, or if there are none
    /// at all.
    package var regions: [Region]?

    package init() {}
}
