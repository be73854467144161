package import LocationModel
package import LocdConfiguration
internal import LocdProtocol

/// A device in Home Assistant, through its broker: only records younger than a minute, and only the last of several locations.
package final class HomeAssistantSink: SinkDriver {
    package let capacity = 100
    private let form: HomeAssistantForm
    private let connection: MQTTConnection
    private let machine = MachineState()

    /// Creates a driver for a sink of type `homeassistant`.
    package init(_ sink: PublishSink, identity: DeviceIdentity, credentials: String?) throws(SinkFailure) {
        form = HomeAssistantForm(device: identity.device, prefix: sink.discoveryPrefix, version: LocdRelease.version)
        connection = try MQTTConnection(
            sink, clientID: "locd-\(sink.name)-\(identity.device)",
            will: MQTTConnection.Message(topic: form.availabilityTopic, body: Array("offline".utf8), isRetained: true),
            subscription: nil, credentials: credentials)
    }

    package var descriptor: Int32? { connection.descriptor }

    package func deliver(
        _ records: [PublishedRecord], isBacklog: Bool, at now: Timestamp
    ) throws(SinkFailure) -> SinkReceipt {
        try connect()
        guard case .location(let location)? = records.last(where: \.isLocation)?.event else { return SinkReceipt() }
        let messages = form.messages(location, battery: machine.battery?.charge, receiver: machine.receiver)
        return SinkReceipt(bytes: try publish(messages))
    }

    package var wantsConnection: Bool { !connection.isConnected }

    package func connect() throws(SinkFailure) {
        guard !connection.isConnected else { return }
        try connection.connect()
        _ = try publish(form.discovery + [availability("online")])
    }

    package func serve(at now: Timestamp) throws(SinkFailure) -> SinkReceipt {
        SinkReceipt(messages: try connection.serve())
    }

    package func close() {
        if connection.isConnected { _ = try? publish([availability("offline")]) }
        connection.close()
    }

    private func availability(_ word: String) -> HomeAssistantForm.Message {
        HomeAssistantForm.Message(topic: form.availabilityTopic, body: Array(word.utf8))
    }

    private func publish(_ messages: [HomeAssistantForm.Message]) throws(SinkFailure) -> Int {
        try connection.publish(
            messages.map { MQTTConnection.Message(topic: $0.topic, body: $0.body, isRetained: true) })
    }
}
