internal import LocationModel

/// The condition of this device when a record is sent: only for live locations.
final class DeviceConditions {
    private let machine: MachineState
    private let tellsRegions: Bool
    private var regions: [Region] = []

    /// Creates the conditions for a sink. With reduced accuracy no region is sent: it would reveal more than the
    /// position.
    init(_ sink: PublishSink, machine: MachineState = MachineState()) {
        self.machine = machine
        tellsRegions = sink.accuracy == .full
    }

    /// Takes the regions as they are now; private ones are left out.
    func take(_ regions: [Region]) { self.regions = regions.filter { $0.privacy == nil } }

    /// The condition for a record that is sent now; `nil` if it is not a location, or older than a live one.
    func condition(for record: PublishedRecord, at now: Timestamp) -> DeviceCondition? {
        guard case .location(let location) = record.event, SinkFilter.isLive(location.timestamp, at: now) else {
            return nil
        }
        var condition = DeviceCondition()
        if let battery = machine.battery {
            condition.battery = battery.charge
            condition.supply = battery.supply
        }
        if tellsRegions, !regions.isEmpty {
            condition.regions = regions.filter { $0.shape.contains(location.coordinate) }
        }
        return condition
    }
}
