package import LocationModel
internal import LocdProtocol
internal import SystemSupport

/// A device in Home Assistant, through its broker. Its place: the last of several live locations, and on connecting the
/// latest that is recorded. The values of its sensors: when they change, and each minute.
package final class HomeAssistantSink: SinkDriver {
    package let capacity = 100
    private static let interval = Duration.seconds(60)

    private let form: HomeAssistantForm
    private let connection: MQTTConnection
    private let machine = MachineState()
    private var live: Location?
    private var place: HomeAssistantForm.Message
    package private(set) var mustWithdraw = false
    /// What the broker has got since it was connected.
    private var sentPlace: HomeAssistantForm.Message?
    private var sentState: (message: HomeAssistantForm.Message, at: Duration)?

    /// Creates a driver for a sink of type `homeassistant`.
    package init(
        _ sink: PublishSink, identity: DeviceIdentity, credentials: String?, stop: StopSignal = StopSignal()
    ) throws(SinkFailure) {
        form = HomeAssistantForm(device: identity.device, prefix: sink.discoveryPrefix, version: LocdRelease.version)
        place = form.place(nil)
        connection = try MQTTConnection(
            sink, clientID: "locd-\(sink.name)-\(identity.device)",
            will: MQTTConnection.Message(topic: form.availabilityTopic, body: Array("offline".utf8), isRetained: true),
            subscription: nil, credentials: credentials, stop: stop)
    }

    package var descriptor: Int32? { connection.descriptor }

    package func deliver(
        _ records: [PublishedRecord], isBacklog: Bool, at now: Timestamp
    ) throws(SinkFailure) -> SinkReceipt {
        guard case .location(let location)? = records.last(where: \.isLocation)?.event else {
            return SinkReceipt(bytes: try connect(at: now))
        }
        live = location
        place = form.place(location)
        let bytes = try connect(at: now)
        return SinkReceipt(bytes: try bytes + refresh(at: now))
    }

    package func take(latest: (location: Location, isTimed: Bool)?) {
        place = form.place(latest?.location, isTimed: latest?.isTimed ?? true)
    }

    package func withdraw() {
        live = nil
        mustWithdraw = true
    }

    package var wantsConnection: Bool { !connection.isConnected }

    package func connect() throws(SinkFailure) -> Int { try connect(at: WallClock.now) }

    private func connect(at now: Timestamp) throws(SinkFailure) -> Int {
        guard !connection.isConnected else { return 0 }
        (sentPlace, sentState) = (nil, nil)
        try connection.connect()
        return try publish(form.discovery + [availability("online")]) + refresh(at: now)
    }

    package func serve(at now: Timestamp, mayTalk: Bool) throws(SinkFailure) -> SinkReceipt {
        let messages = try connection.serve()
        return SinkReceipt(bytes: mayTalk && connection.isConnected ? try refresh(at: now) : 0, messages: messages)
    }

    package func close() {
        if connection.isConnected { _ = try? publish([availability("offline")], isLast: true) }
        connection.close()
    }

    /// Sends what is new, and the values of the sensors each minute.
    private func refresh(at now: Timestamp) throws(SinkFailure) -> Int {
        let fresh = live.flatMap { SinkFilter.isLive($0.timestamp, at: now) ? $0 : nil }
        let receiver = machine.receiver(isLive: fresh != nil)
        let state = form.state(live: fresh, battery: machine.battery?.charge, receiver: receiver)
        let instant = SystemClock.sinceBoot
        var messages: [HomeAssistantForm.Message] = []
        if place != sentPlace || mustWithdraw { messages.append(place) }
        if sentState.map({ $0.message != state || instant - $0.at >= Self.interval }) ?? true { messages.append(state) }
        guard !messages.isEmpty else { return 0 }
        let bytes = try publish(messages)
        sentPlace = place
        mustWithdraw = false
        if messages.contains(state) { sentState = (state, instant) }
        return bytes
    }

    private func availability(_ word: String) -> HomeAssistantForm.Message {
        HomeAssistantForm.Message(topic: form.availabilityTopic, body: Array(word.utf8))
    }

    private func publish(_ messages: [HomeAssistantForm.Message], isLast: Bool = false) throws(SinkFailure) -> Int {
        try connection.publish(
            messages.map { MQTTConnection.Message(topic: $0.topic, body: $0.body, isRetained: true) }, isLast: isLast)
    }
}
