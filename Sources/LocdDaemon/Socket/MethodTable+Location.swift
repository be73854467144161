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
                },
                MethodHandler(LocationInterface.Why.self) { parameters, session throws(VarlinkError) in
                    let (from, to) = (try parameters.firstMoment, try parameters.endMoment)
                    let reply = await service.why(from: from, to: to, limit: try parameters.effectiveLimit)
                    return reply.redacted(for: session.authorization)
                },
            ])
    }
}
