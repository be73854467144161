package import Bus
import CBus

/// A call of a method on one of GeoClue's objects.
package struct GeoClueCall: Sendable, Hashable {
    /// Identifies the call until it is answered.
    package var number: UInt64
    /// The unique name of the caller.
    package var sender: String
    package var path: String
    /// `nil` if the caller names none.
    package var interface: String?
    package var member: String
    /// The arguments that could be read; a variant as its content.
    package var arguments: [BusValue]

    /// A call.
    package init(
        number: UInt64, sender: String, path: String, interface: String?, member: String, arguments: [BusValue] = []
    ) {
        self.number = number
        self.sender = sender
        self.path = path
        self.interface = interface
        self.member = member
        self.arguments = arguments
    }
}

extension GeoClueCall {
    /// Arguments of a call that are read; no method has more.
    private static let maximumArguments = 4

    /// Reads a call; `nil` of one without a sender or a path, which no bus sends.
    init?(_ message: OpaquePointer, number: UInt64) {
        guard let sender = cbus_sender(message), let path = cbus_path(message), let member = cbus_member(message) else {
            return nil
        }
        self.init(
            number: number, sender: String(cString: sender), path: String(cString: path),
            interface: cbus_interface(message).map { String(cString: $0) }, member: String(cString: member),
            arguments: BusMessage.arguments(of: message, atMost: Self.maximumArguments))
    }
}
