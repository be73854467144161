package import LocationModel

/// OwnTracks' JSON through a broker: live positions are retained, a backlog is not, and is marked.
package final class MQTTSink: SinkDriver {
    package let capacity: Int
    private let form: OwnTracksForm
    private let connection: MQTTConnection
    private let obeys: Bool
    private let conditions: DeviceConditions
    package private(set) var mustWithdraw = false

    /// Creates a driver for a sink of type `mqtt`.
    package init(
        _ sink: PublishSink, identity: DeviceIdentity, credentials: String?, stop: StopSignal = StopSignal()
    ) throws(SinkFailure) {
        form = OwnTracksForm(identity, topic: sink.topic)
        conditions = DeviceConditions(sink)
        // As many as a subscriber has in flight at mosquitto.
        capacity = sink.batch ?? 20
        obeys = !sink.commands.isEmpty
        connection = try MQTTConnection(
            sink, clientID: "locd-\(sink.name)-\(identity.device)",
            will: MQTTConnection.Message(
                topic: form.baseTopic, body: form.will(at: WallClock.now), isRetained: false),
            subscription: obeys ? form.baseTopic + "/cmd" : nil, credentials: credentials, stop: stop)
    }

    package var descriptor: Int32? { connection.descriptor }

    package func deliver(
        _ records: [PublishedRecord], isBacklog: Bool, at now: Timestamp
    ) throws(SinkFailure) -> SinkReceipt {
        let withdrawn = try connect()
        let messages = records.compactMap { record in
            let condition = conditions.condition(for: record, at: now)
            return form.message(record, isBacklog: isBacklog, condition: condition, at: now).map { message in
                MQTTConnection.Message(
                    topic: form.baseTopic + message.suffix, body: message.body,
                    isRetained: record.isLocation && !isBacklog)
            }
        }
        return SinkReceipt(bytes: try withdrawn + connection.publish(messages))
    }

    package func serve(at now: Timestamp, mayTalk: Bool) throws(SinkFailure) -> SinkReceipt {
        SinkReceipt(messages: try connection.serve())
    }

    package func send(_ message: OwnTracksForm.Message) throws(SinkFailure) -> SinkReceipt {
        try connect()
        let message = MQTTConnection.Message(
            topic: form.baseTopic + message.suffix, body: message.body, isRetained: false)
        return SinkReceipt(bytes: try connection.publish([message]))
    }

    package var wantsConnection: Bool { mustWithdraw || !connection.isConnected }

    @discardableResult
    package func connect() throws(SinkFailure) -> Int {
        if !connection.isConnected { try connection.connect() }
        guard mustWithdraw else { return 0 }
        // A retained message without a body removes the one that is there.
        let bytes = try connection.publish([MQTTConnection.Message(topic: form.baseTopic, body: [], isRetained: true)])
        mustWithdraw = false
        return bytes
    }

    package func withdraw() { mustWithdraw = true }

    package func take(_ regions: [Region]) { conditions.take(regions) }

    package func close() { connection.close() }
}
