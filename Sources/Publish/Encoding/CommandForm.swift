internal import LocationModel

/// Records as the lines of a track with two more members: `id` tells a record from all others of its device, and `device` is its name.
package struct CommandForm: Sendable {
    private let device: String

    /// The form for a device.
    package init(device: String) {
        self.device = device
    }

    /// The lines of some records.
    package func lines(_ records: [PublishedRecord]) -> [UInt8] {
        var line = JSONLine()
        for record in records {
            line.begin()
            record.event.write(to: &line)
            line.member("id", record.identifierText)
            line.member("device", device)
            line.end()
        }
        return line.bytes
    }
}
