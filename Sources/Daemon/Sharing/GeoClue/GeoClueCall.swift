package import Bus

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
    package var arguments: [BusValue] = []
}

extension GeoClueCall {
    init(_ call: BusCall, number: UInt64) {
        self.init(
            number: number, sender: call.sender, path: call.path, interface: call.interface, member: call.member,
            arguments: call.arguments)
    }
}
