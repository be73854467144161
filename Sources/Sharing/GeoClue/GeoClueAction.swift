package import Bus

/// An action of ``GeoClueCore``.
package enum GeoClueAction: Sendable, Hashable {
    /// The names of D-Bus's errors that are sent.
    package enum Failure: String, Sendable, Hashable {
        case accessDenied = "org.freedesktop.DBus.Error.AccessDenied"
        case unknownObject = "org.freedesktop.DBus.Error.UnknownObject"
        case unknownMethod = "org.freedesktop.DBus.Error.UnknownMethod"
        case unknownProperty = "org.freedesktop.DBus.Error.UnknownProperty"
        case readOnly = "org.freedesktop.DBus.Error.PropertyReadOnly"
        case invalidArguments = "org.freedesktop.DBus.Error.InvalidArgs"
        case limitsExceeded = "org.freedesktop.DBus.Error.LimitsExceeded"
    }

    case reply(UInt64, [BusValue])
    case fail(UInt64, Failure, String)
    /// A signal to one name, or to all.
    case signal(to: String?, path: String, interface: String, member: String, [BusValue])
    /// A client requests locations: identify it and check its authorization.
    case start(client: Int, sender: String, desktopID: String, isReduced: Bool)
    /// A client has stopped or is gone.
    case stop(client: Int)
}
