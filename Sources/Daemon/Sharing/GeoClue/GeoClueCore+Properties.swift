import Bus
import LocationModel
import LocdProtocol

extension GeoClueCore {
    /// Get, GetAll and Set.
    mutating func properties(_ call: GeoClueCall) -> [GeoClueAction] {
        let object = object(at: call.path, for: call.sender)
        guard let object, object != .folder else {
            return [.fail(call.number, .unknownObject, "there is no object \(call.path)")]
        }
        guard object != .foreign else {
            return [.fail(call.number, .accessDenied, "\(call.path) belongs to another program")]
        }
        guard case .text(let interface)? = call.arguments.first else {
            return [.fail(call.number, .invalidArguments, "the first argument is the name of an interface")]
        }
        let isOwn = interface.isEmpty || interface == Self.interface(of: object)
        let all = isOwn ? values(of: object) : []
        switch (call.member, call.arguments.dropFirst().first) {
        case ("GetAll", _): return [.reply(call.number, [.properties(all)])]
        case ("Get", .text(let name)?):
            guard let property = all.first(where: { $0.name == name }) else { return [unknownProperty(call, name)] }
            return [.reply(call.number, [.variant(property.value)])]
        case ("Set", .text(let name)?):
            guard all.contains(where: { $0.name == name }) else { return [unknownProperty(call, name)] }
            return set(name, call.arguments.dropFirst(2).first, of: object, call)
        case ("Get", _), ("Set", _):
            return [.fail(call.number, .invalidArguments, "the second argument is the name of a property")]
        default: return [.fail(call.number, .unknownMethod, "properties have no method \(call.member)")]
        }
    }

    private func unknownProperty(_ call: GeoClueCall, _ name: String) -> GeoClueAction {
        .fail(call.number, .unknownProperty, "\(call.path) has no property \(name.prefix(64))")
    }

    private mutating func set(
        _ name: String, _ value: BusValue?, of object: Object, _ call: GeoClueCall
    ) -> [GeoClueAction] {
        guard case .client(let number) = object else {
            return [.fail(call.number, .readOnly, "\(name) is read-only")]
        }
        switch (name, value) {
        case ("DesktopId", .text(let text)?):
            // It becomes the label of the client.
            guard ClientLabel.isValid(text) else {
                return [
                    .fail(
                        call.number, .invalidArguments,
                        "a DesktopId has at most \(ClientLabel.maximumLength) bytes and no control characters")
                ]
            }
            // The identity with which it was started does not change.
            if clients[number]?.isActive == false { clients[number]?.desktopID = text }
        case ("DistanceThreshold", .number(let metres)?): clients[number]?.distanceThreshold = metres
        case ("TimeThreshold", .number(let seconds)?): clients[number]?.timeThreshold = seconds
        case ("RequestedAccuracyLevel", .number(let level)?): clients[number]?.requestedLevel = level
        case ("Location", _), ("Active", _): return [.fail(call.number, .readOnly, "\(name) is read-only")]
        default: return [.fail(call.number, .invalidArguments, "\(name) has another type")]
        }
        return [.reply(call.number, [])]
    }

    private static func interface(of object: Object) -> String {
        switch object {
        case .manager: managerInterface
        case .client: clientInterface
        case .location: locationInterface
        case .foreign, .folder: ""
        }
    }

    private func values(of object: Object) -> [BusValue.Property] {
        switch object {
        case .manager:
            [
                BusValue.Property("InUse", .boolean(isInUse)),
                BusValue.Property("AvailableAccuracyLevel", .number(GeoClueClient.Level.exact.rawValue)),
            ]
        case .client(let number): clients[number].map(Self.values) ?? []
        case .location(let number, let location):
            clients[number]?.locations.first { $0.number == location }.map { Self.values($0.location) } ?? []
        case .foreign, .folder: []
        }
    }

    private static func values(_ client: GeoClueClient) -> [BusValue.Property] {
        [
            BusValue.Property("Location", .path(client.locationPath)),
            BusValue.Property("DistanceThreshold", .number(client.distanceThreshold)),
            BusValue.Property("TimeThreshold", .number(client.timeThreshold)),
            BusValue.Property("DesktopId", .text(client.desktopID)),
            BusValue.Property("RequestedAccuracyLevel", .number(client.requestedLevel)),
            BusValue.Property("Active", .boolean(client.isActive)),
        ]
    }

    /// GeoClue's values for unknown: the least double for the altitude, -1 for speed and heading.
    private static func values(_ location: Location) -> [BusValue.Property] {
        let milliseconds = UInt64(max(0, location.timestamp.milliseconds))
        return [
            BusValue.Property("Latitude", .double(location.coordinate.latitude)),
            BusValue.Property("Longitude", .double(location.coordinate.longitude)),
            BusValue.Property("Accuracy", .double(location.horizontalAccuracy ?? Location.boundOfUnknownAccuracy)),
            BusValue.Property("Altitude", .double(location.altitude ?? -Double.greatestFiniteMagnitude)),
            BusValue.Property("Speed", .double(location.speed ?? -1)),
            BusValue.Property("Heading", .double(location.course ?? -1)),
            BusValue.Property("Description", .text("locd")),
            BusValue.Property(
                "Timestamp", .time(seconds: milliseconds / 1000, microseconds: milliseconds % 1000 * 1000)),
        ]
    }
}
