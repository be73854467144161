import Bus
package import LocationModel

/// GeoClue's service as a pure state machine: its input are calls and locations, its output are replies and signals.
///
/// The objects, properties and errors are those of GeoClue 2.6. It has no authorization of its own: it requests one
/// with ``GeoClueAction/start(client:sender:desktopID:isReduced:)``, and accepts agents without asking them.
package struct GeoClueCore: Sendable {
    /// The maximum number of clients of one connection, and of all.
    static let maximumPerSender = 16
    static let maximum = 1024
    /// The maximum number of calls of Start of one client that wait for an answer.
    static let maximumStarting = 16

    static let managerPath = "/org/freedesktop/GeoClue2/Manager"
    static let managerInterface = "org.freedesktop.GeoClue2.Manager"
    static let clientInterface = "org.freedesktop.GeoClue2.Client"
    static let locationInterface = "org.freedesktop.GeoClue2.Location"
    static let propertiesInterface = "org.freedesktop.DBus.Properties"
    static let introspectableInterface = "org.freedesktop.DBus.Introspectable"

    var clients: [Int: GeoClueClient] = [:]
    private var next = 0

    package init() {}

    package var clientCount: Int { clients.count }

    // MARK: - Input

    package mutating func receive(_ call: GeoClueCall) -> [GeoClueAction] {
        switch call.interface {
        case Self.propertiesInterface: return properties(call)
        case Self.introspectableInterface where call.member == "Introspect":
            guard let text = GeoClueIntrospection.text(of: object(at: call.path, for: call.sender)) else {
                return [unknownObject(call)]
            }
            return [.reply(call.number, [.text(text)])]
        default: break
        }
        switch object(at: call.path, for: call.sender) {
        case .manager where call.interface ?? Self.managerInterface == Self.managerInterface: return manager(call)
        case .client(let number) where call.interface ?? Self.clientInterface == Self.clientInterface:
            return client(number, call)
        case .foreign:
            return [.fail(call.number, .accessDenied, "\(call.path) belongs to another program")]
        case nil: return [unknownObject(call)]
        default:
            return [
                .fail(
                    call.number, .unknownMethod,
                    "\(call.interface ?? "").\(call.member) is not a method of \(call.path)")
            ]
        }
    }

    /// A client is authorized: its calls of Start succeed.
    package mutating func admit(_ number: Int) -> [GeoClueAction] {
        guard let client = clients[number], !client.starting.isEmpty else { return [] }
        clients[number]?.starting = []
        return client.starting.map { .reply($0, []) }
    }

    /// A client is not authorized, or no longer, with the reason as a sentence.
    package mutating func refuse(_ number: Int, _ reason: String) -> [GeoClueAction] {
        guard let client = clients[number], client.isActive else { return [] }
        let wasInUse = isInUse
        clients[number]?.starting = []
        clients[number]?.isActive = false
        clients[number]?.forget()
        return client.starting.map { .fail($0, .accessDenied, reason) }
            + [
                changed(
                    client, [BusValue.Property("Active", .boolean(false)), BusValue.Property("Location", .path("/"))])
            ]
            + useChanged(from: wasInUse)
    }

    /// Delivers a location to a client, if it passes the client's thresholds.
    package mutating func report(_ location: Location, to number: Int) -> [GeoClueAction] {
        guard var client = clients[number], client.isActive else { return [] }
        let before = client.locationPath
        guard client.receive(location) else { return [] }
        clients[number] = client
        let after = client.locationPath
        return [
            changed(client, [BusValue.Property("Location", .path(after))]),
            .signal(
                to: client.sender, path: client.path, interface: Self.clientInterface, member: "LocationUpdated",
                [.path(before), .path(after)]),
        ]
    }

    /// Withdraws a client's location because its authorization changed.
    package mutating func forget(_ number: Int) { clients[number]?.forget() }

    /// A connection has left the bus: its clients end.
    package mutating func leave(_ sender: String) -> [GeoClueAction] {
        remove(clients.values.filter { $0.sender == sender }.map(\.number).sorted())
    }

    /// The bus is gone: all clients end.
    package mutating func end() -> [GeoClueAction] { remove(clients.keys.sorted()) }

    // MARK: - Objects

    enum Object: Sendable, Hashable {
        case manager
        case client(Int)
        case location(Int, Int)
        /// A client of another connection.
        case foreign
        /// Above one of them.
        case folder
    }

    func object(at path: String, for sender: String) -> Object? {
        if path == Self.managerPath { return .manager }
        if path == "/org/freedesktop/GeoClue2" || path == GeoClueClient.root { return .folder }
        guard path.hasPrefix(GeoClueClient.root + "/") else { return nil }
        let parts = path.dropFirst(GeoClueClient.root.count + 1).split(separator: "/", omittingEmptySubsequences: false)
        guard let number = Int(parts[0]), let client = clients[number], "\(number)" == parts[0] else { return nil }
        guard client.sender == sender else { return .foreign }
        if parts.count == 1 { return .client(number) }
        guard parts.count == 3, parts[1] == "Location", let location = Int(parts[2]),
            client.locations.contains(where: { $0.number == location })
        else { return nil }
        return .location(number, location)
    }

    private func unknownObject(_ call: GeoClueCall) -> GeoClueAction {
        .fail(call.number, .unknownObject, "there is no object \(call.path)")
    }

    // MARK: - Manager

    var isInUse: Bool { clients.values.contains(where: \.isActive) }

    private mutating func manager(_ call: GeoClueCall) -> [GeoClueAction] {
        switch (call.member, call.arguments.first) {
        case ("GetClient", _):
            if let own = clients.values.filter({ $0.sender == call.sender }).min(by: { $0.number < $1.number }) {
                return [.reply(call.number, [.path(own.path)])]
            }
            return create(call)
        case ("CreateClient", _): return create(call)
        case ("DeleteClient", .path(let path)?):
            switch object(at: path, for: call.sender) {
            case .client(let number): return remove([number]) + [.reply(call.number, [])]
            case .foreign: return [.fail(call.number, .accessDenied, "\(path) belongs to another program")]
            default: return [.fail(call.number, .unknownObject, "there is no client \(path)")]
            }
        case ("AddAgent", .text?): return [.reply(call.number, [])]
        case ("DeleteClient", _), ("AddAgent", _):
            return [.fail(call.number, .invalidArguments, "\(call.member) takes one argument")]
        default: return [.fail(call.number, .unknownMethod, "the manager has no method \(call.member)")]
        }
    }

    private mutating func create(_ call: GeoClueCall) -> [GeoClueAction] {
        guard clients.count < Self.maximum,
            clients.values.count(where: { $0.sender == call.sender }) < Self.maximumPerSender
        else { return [.fail(call.number, .limitsExceeded, "a program may have \(Self.maximumPerSender) clients")] }
        next += 1
        let client = GeoClueClient(number: next, sender: call.sender)
        clients[next] = client
        return [.reply(call.number, [.path(client.path)])]
    }

    private mutating func remove(_ numbers: [Int]) -> [GeoClueAction] {
        let wasInUse = isInUse
        var actions: [GeoClueAction] = []
        for number in numbers {
            guard let client = clients.removeValue(forKey: number) else { continue }
            if client.isActive { actions.append(.stop(client: number)) }
            actions += client.starting.map { .fail($0, .accessDenied, "the client was deleted") }
        }
        return actions + useChanged(from: wasInUse)
    }

    private func useChanged(from wasInUse: Bool) -> [GeoClueAction] {
        guard isInUse != wasInUse else { return [] }
        return [
            .signal(
                to: nil, path: Self.managerPath, interface: Self.propertiesInterface, member: "PropertiesChanged",
                [
                    .text(Self.managerInterface), .properties([BusValue.Property("InUse", .boolean(isInUse))]),
                    .names([]),
                ])
        ]
    }

    // MARK: - Client

    private mutating func client(_ number: Int, _ call: GeoClueCall) -> [GeoClueAction] {
        guard let client = clients[number] else { return [unknownObject(call)] }
        let wasInUse = isInUse
        switch call.member {
        case "Start":
            guard !client.desktopID.isEmpty else {
                return [.fail(call.number, .accessDenied, "'DesktopId' property must be set")]
            }
            guard !client.isActive else {
                guard !client.starting.isEmpty else { return [.reply(call.number, [])] }
                guard client.starting.count < Self.maximumStarting else {
                    return [.fail(call.number, .limitsExceeded, "\(Self.maximumStarting) calls of Start wait already")]
                }
                clients[number]?.starting.append(call.number)
                return []
            }
            clients[number]?.isActive = true
            clients[number]?.isNew = true
            clients[number]?.starting = [call.number]
            return [
                .start(
                    client: number, sender: client.sender, desktopID: client.desktopID, isReduced: client.isReduced),
                changed(client, [BusValue.Property("Active", .boolean(true))]),
            ] + useChanged(from: wasInUse)
        case "Stop":
            guard client.isActive else { return [.reply(call.number, [])] }
            clients[number]?.isActive = false
            clients[number]?.starting = []
            return [.stop(client: number)] + client.starting.map { .fail($0, .accessDenied, "the client was stopped") }
                + [.reply(call.number, []), changed(client, [BusValue.Property("Active", .boolean(false))])]
                + useChanged(from: wasInUse)
        default: return [.fail(call.number, .unknownMethod, "a client has no method \(call.member)")]
        }
    }

    private func changed(_ client: GeoClueClient, _ properties: [BusValue.Property]) -> GeoClueAction {
        .signal(
            to: client.sender, path: client.path, interface: Self.propertiesInterface, member: "PropertiesChanged",
            [.text(Self.clientInterface), .properties(properties), .names([])])
    }
}

enum GeoClueIntrospection {
    /// The XML of an object; `nil` if it does not exist.
    static func text(of object: GeoClueCore.Object?) -> String? {
        guard let object else { return nil }
        let own: String =
            switch object {
            case .manager:
                """
                <interface name="org.freedesktop.GeoClue2.Manager"><property name="InUse" type="b" access="read"/>\
                <property name="AvailableAccuracyLevel" type="u" access="read"/>\
                <method name="GetClient"><arg name="client" type="o" direction="out"/></method>\
                <method name="CreateClient"><arg name="client" type="o" direction="out"/></method>\
                <method name="DeleteClient"><arg name="client" type="o" direction="in"/></method>\
                <method name="AddAgent"><arg name="id" type="s" direction="in"/></method></interface>
                """
            case .client:
                """
                <interface name="org.freedesktop.GeoClue2.Client"><property name="Location" type="o" access="read"/>\
                <property name="DistanceThreshold" type="u" access="readwrite"/>\
                <property name="TimeThreshold" type="u" access="readwrite"/>\
                <property name="DesktopId" type="s" access="readwrite"/>\
                <property name="RequestedAccuracyLevel" type="u" access="readwrite"/>\
                <property name="Active" type="b" access="read"/><method name="Start"/><method name="Stop"/>\
                <signal name="LocationUpdated"><arg name="old" type="o"/><arg name="new" type="o"/></signal></interface>
                """
            case .location:
                "<interface name=\"org.freedesktop.GeoClue2.Location\">"
                    + ["Latitude", "Longitude", "Accuracy", "Altitude", "Speed", "Heading"].map {
                        "<property name=\"\($0)\" type=\"d\" access=\"read\"/>"
                    }.joined()
                        + """
                        <property name="Description" type="s" access="read"/>\
                        <property name="Timestamp" type="(tt)" access="read"/></interface>
                        """
            case .foreign, .folder: ""
            }
        return """
            <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN" \
            "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
            <node>\(own)<interface name="org.freedesktop.DBus.Properties">\
            <method name="Get"><arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="v" direction="out"/></method>\
            <method name="GetAll"><arg type="s" direction="in"/><arg type="a{sv}" direction="out"/></method>\
            <method name="Set"><arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="v" direction="in"/></method>\
            <signal name="PropertiesChanged"><arg type="s"/><arg type="a{sv}"/><arg type="as"/></signal></interface></node>
            """
    }
}
