/// Why a call of a method was not answered with values.
package struct BusFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The error's name: `org.freedesktop.DBus.Error.AccessDenied`.
    package var name: String
    /// What the service says of it; may be empty.
    package var text: String

    package init(_ name: String, _ text: String = "") {
        self.name = name
        self.text = text
    }

    /// The reply has values that cannot be read.
    package static let unreadable = BusFailure("org.freedesktop.DBus.Error.InvalidSignature", "the reply is invalid")
    /// The call could not be sent.
    package static let unsent = BusFailure("org.freedesktop.DBus.Error.Disconnected", "the bus is gone")

    private static let absences: Set<String> = [
        "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner",
        "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.Disconnected",
    ]

    /// Whether the service is not there, or has just left. It is waited for.
    package var isAbsence: Bool { Self.absences.contains(name) }
    /// Whether the bus or the service does not let this user do it.
    package var isDenied: Bool {
        name == "org.freedesktop.DBus.Error.AccessDenied" || name == "org.freedesktop.DBus.Error.AuthFailed"
    }

    package var description: String { text.isEmpty ? name : "\(name): \(text)" }
}
