internal import LocationModel

/// A command of a server: OwnTracks' `cmd`.
package struct RemoteCommandMessage: Sendable, Hashable {
    /// What is asked for.
    package let name: PublishSink.RemoteCommand
    /// More is not a command.
    package static let maximumBytes = 256 << 10
    /// More of one message are not carried out.
    package static let maximumCount = 10

    /// The commands in a message, an object or an array of them: those that are allowed. Anything else is none.
    package static func commands(
        in message: [UInt8], allowed: Set<PublishSink.RemoteCommand>
    ) -> [RemoteCommandMessage] {
        guard message.count <= maximumBytes, let node = JSONNode.parse(message) else { return [] }
        let objects: [JSONNode] = if case .array(let nodes) = node.value { nodes } else { [node] }
        return objects.prefix(maximumCount).compactMap { object in
            guard object["_type"]?.string == "cmd",
                let name = object["action"]?.string.flatMap(PublishSink.RemoteCommand.init(rawValue:)),
                allowed.contains(name)
            else { return nil }
            return RemoteCommandMessage(name: name)
        }
    }
}
