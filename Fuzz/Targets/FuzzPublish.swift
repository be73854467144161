import LocationModel

@testable import LocdConfiguration
@testable import Publish

/// What locd-publish reads of others: its configuration, its cursors after a power cut, and the answers of servers.
func fuzzPublish(_ input: UnsafeRawBufferPointer) {
    guard let choice = input.first else { return }
    let bytes = Array(input.dropFirst())
    switch choice % 3 {
    case 0:
        guard let configuration = try? PublishConfiguration.read(bytes, name: "publish.yaml") else { return }
        precondition(Set(configuration.sinks.map(\.name)).count == configuration.sinks.count)
        for sink in configuration.sinks {
            precondition(!sink.name.contains("/") && !sink.url.contains("@") || sink.url.contains("/"))
            precondition(sink.kind != .command || sink.command.first?.hasPrefix("/") == true)
            let identity = DeviceIdentity(sink, machine: "box")
            precondition(!identity.device.contains { "/+#".contains($0) })
        }
    case 1:
        let text = CursorText(bytes)
        precondition(text.positions.values.allSatisfy { !$0.isEmpty && $0.count <= CursorText.maximumDepth })
        // Whatever was read can be written, and is then the same, to the decimals that are written.
        let again = CursorText(text.lines)
        precondition(again.lines == text.lines)
    default:
        let all = Set(PublishSink.RemoteCommand.allCases)
        let commands = RemoteCommandMessage.commands(in: bytes, allowed: all)
        precondition(commands.count <= RemoteCommandMessage.maximumCount)
        precondition(RemoteCommandMessage.commands(in: bytes, allowed: []).isEmpty)
    }
}
