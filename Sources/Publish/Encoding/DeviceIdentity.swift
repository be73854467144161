package import LocdConfiguration
internal import SystemSupport

/// The identity of a device at a server.
package struct DeviceIdentity: Sendable, Hashable {
    /// The user, `locd` if the sink has none.
    package let user: String
    /// The device.
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
