internal import CCurl
internal import LocdProtocol

/// Creates drivers by the type of the sink.
package enum SinkDrivers {
    /// Prepares the libraries, before there are threads.
    package static func prepare() {
        _ = ccurl_prepare()
        MQTTConnection.prepare()
    }

    /// The driver of a sink. It connects when there is something to send.
    static func driver(
        for sink: PublishSink, identity: DeviceIdentity, credentials: String?
    ) throws(SinkFailure) -> any SinkDriver {
        switch sink.kind {
        case .ownTracksHTTP, .traccar:
            return try HTTPSink(
                sink, identity: identity, userAgent: "locd-publish/\(LocdRelease.version)", credentials: credentials)
        case .command: return CommandSink(sink, identity: identity)
        case .mqtt: return try MQTTSink(sink, identity: identity, credentials: credentials)
        case .homeAssistant: return try HomeAssistantSink(sink, identity: identity, credentials: credentials)
        }
    }
}
