package import LocdProtocol

/// All methods that the socket answers: interfaces with their texts, and their methods. `org.varlink.service` answers
/// from the table itself.
package struct MethodTable: Sendable {
    private var descriptions: [String: String] = [:]
    private var handlers: [String: MethodHandler] = [:]

    /// The methods of one interface, in addition to those of `org.varlink.service`.
    package init(interface: String, description: String, handlers: [MethodHandler]) {
        descriptions = [ServiceInterface.name: ServiceInterface.description, interface: description]
        let names = descriptions.keys.sorted()
        let texts = descriptions
        let own = [
            MethodHandler(ServiceInterface.GetInfo.self, for: .everybody) { _, _ in
                ServiceInterface.GetInfo.Reply(
                    vendor: "locd", product: "Core Location for Linux", version: LocdRelease.version, url: "",
                    interfaces: names)
            },
            MethodHandler(ServiceInterface.GetInterfaceDescription.self, for: .everybody) {
                parameters, _ throws(VarlinkError) in
                guard let text = texts[parameters.interface] else { throw .interfaceNotFound(parameters.interface) }
                return ServiceInterface.GetInterfaceDescription.Reply(description: text)
            },
        ]
        for handler in own + handlers { self.handlers[handler.name] = handler }
    }

    /// Answers one call.
    /// - Throws: What the writer throws, and `EncodingFailure`; a `VarlinkError` is an answer.
    package func answer(_ call: VarlinkCall, _ caller: Caller, _ writer: ReplyWriter) async throws {
        do {
            try await handler(for: call).answer(call, caller, writer)
        } catch let error as VarlinkError {
            try await writer.fail(error)
        }
    }

    private func handler(for call: VarlinkCall) throws(VarlinkError) -> MethodHandler {
        guard let interface = call.interface else { throw .invalidParameter("method") }
        guard descriptions[interface] != nil else { throw .interfaceNotFound(interface) }
        guard let handler = handlers[call.method] else { throw .methodNotFound(call.method) }
        // No method here hands the connection over to another protocol.
        guard !call.upgrade else { throw .methodNotImplemented(call.method) }
        return handler
    }

    /// Methods that reveal nothing about this machine's position: the caller supplies the place.
    static func geocoding(_ service: (any PlaceService)?) -> [MethodHandler] {
        [
            MethodHandler(LocationInterface.ReverseGeocode.self, for: .everybody) {
                parameters, caller throws(VarlinkError) in
                let (place, locale) = (try parameters.coordinate, try parameters.effectiveLocale)
                guard let service else { throw .noPlaceTable }
                let placemarks = try await withTaskExecutorPreference(service.reading) {
                    () async throws(VarlinkError) in
                    try await service.placemarks(at: place, locale: locale, for: caller.peer.user)
                }
                return LocationInterface.ReverseGeocode.Reply(placemarks: placemarks)
            },
            MethodHandler(LocationInterface.Geocode.self, for: .everybody) {
                parameters, caller throws(VarlinkError) in
                let (address, locale) = (try parameters.effectiveAddress, try parameters.effectiveLocale)
                let near = try parameters.near
                guard let service else { throw .noPlaceTable }
                return try await withTaskExecutorPreference(service.reading) { () async throws(VarlinkError) in
                    try await service.placemarks(named: address, near: near, locale: locale, for: caller.peer.user)
                }
            },
        ]
    }
}
