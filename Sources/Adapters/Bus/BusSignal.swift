/// A signal of a service, with its arguments.
package struct BusSignal: Sendable, Hashable {
    package var path: String
    package var interface: String
    package var member: String
    package var arguments: [BusValue]

    package init(path: String, interface: String, member: String, arguments: [BusValue]) {
        self.path = path
        self.interface = interface
        self.member = member
        self.arguments = arguments
    }
}

/// What the standard interfaces of D-Bus say of a service's objects.
package enum BusChange: Sendable, Hashable {
    /// Properties of one interface of an object have other values; those in `invalidated` have to be asked for.
    case properties(path: String, interface: String, [BusValue.Property], invalidated: [String])
    /// An object has these interfaces now.
    case added(BusObject)
    /// An object has these interfaces no more.
    case removed(path: String, interfaces: [String])

    /// `PropertiesChanged`, `InterfacesAdded` or `InterfacesRemoved`; `nil` for other signals and for wrong arguments.
    package init?(_ signal: BusSignal) {
        switch (signal.interface, signal.member) {
        case ("org.freedesktop.DBus.Properties", "PropertiesChanged"):
            guard signal.arguments.count == 3, case .text(let interface) = signal.arguments[0],
                case .properties(let properties) = signal.arguments[1],
                case .names(let invalidated) = signal.arguments[2]
            else { return nil }
            self = .properties(path: signal.path, interface: interface, properties, invalidated: invalidated)
        case ("org.freedesktop.DBus.ObjectManager", "InterfacesAdded"):
            guard signal.arguments.count == 2, case .path(let path) = signal.arguments[0],
                let object = BusObject(path, signal.arguments[1])
            else { return nil }
            self = .added(object)
        case ("org.freedesktop.DBus.ObjectManager", "InterfacesRemoved"):
            guard signal.arguments.count == 2, case .path(let path) = signal.arguments[0],
                case .names(let interfaces) = signal.arguments[1]
            else { return nil }
            self = .removed(path: path, interfaces: interfaces)
        default: return nil
        }
    }
}

/// An object of a service: its interfaces with their properties.
package struct BusObject: Sendable, Hashable {
    package var path: String
    package var interfaces: [String: [BusValue.Property]]

    package init(_ path: String, interfaces: [String: [BusValue.Property]]) {
        self.path = path
        self.interfaces = interfaces
    }

    /// An object from `a{sa{sv}}`; `nil` if it is something else.
    init?(_ path: String, _ value: BusValue) {
        guard case .dictionary(let entries, of: "{sa{sv}}") = value else { return nil }
        var interfaces: [String: [BusValue.Property]] = [:]
        for entry in entries {
            guard case .text(let name) = entry.key, case .properties(let properties) = entry.value else { return nil }
            interfaces[name] = properties
        }
        self.init(path, interfaces: interfaces)
    }

    /// The reply of `GetManagedObjects`, `a{oa{sa{sv}}}`; `nil` if it is something else.
    package static func all(_ reply: [BusValue]) -> [BusObject]? {
        guard case .dictionary(let entries, of: "{oa{sa{sv}}}")? = reply.first else { return nil }
        var objects: [BusObject] = []
        for entry in entries {
            guard case .path(let path) = entry.key, let object = BusObject(path, entry.value) else { return nil }
            objects.append(object)
        }
        return objects
    }
}
