import LocationModel
import LocdProtocol

extension MethodTable {
    /// The interface `org.locd.Location`, done by the daemon's service.
    package init(service: any LocationService) {
        self.init(
            interface: LocationInterface.name, description: LocationInterface.description,
            handlers: [
                MethodHandler(LocationInterface.Status.self) { _, session in
                    var status = await service.status()
                    status.clients = session.otherConnections()
                    return status.redacted(for: session.authorization)
                }
            ])
    }
}
