package import LocationModel

/// OwnTracks' or Traccar's JSON over HTTP. A record is taken when the server answers with a status from 200 to 299,
/// and not with a web page.
package final class HTTPSink: SinkDriver {
    private enum Form {
        case ownTracks(OwnTracksForm)
        case traccar(TraccarForm)
    }

    package let capacity: Int
    private let form: Form
    private let connection: HTTPConnection
    private let conditions: DeviceConditions

    /// Creates a driver for a sink of type `owntracks-http` or `traccar`.
    package init(
        _ sink: PublishSink, identity: DeviceIdentity, userAgent: String, credentials: String?,
        stop: StopSignal = StopSignal()
    ) throws(SinkFailure) {
        var headers: [String] = []
        if sink.kind == .traccar {
            form = .traccar(TraccarForm(device: identity.device))
            capacity = sink.batch ?? 1
        } else {
            form = .ownTracks(OwnTracksForm(identity))
            // OwnTracks has no format for several records.
            capacity = 1
            headers = ["X-Limit-U: \(identity.user)", "X-Limit-D: \(identity.device)"]
        }
        conditions = DeviceConditions(sink)
        connection = try HTTPConnection(
            sink, headers: headers, userAgent: userAgent, credentials: credentials, stop: stop)
    }

    package func deliver(
        _ records: [PublishedRecord], isBacklog: Bool, at now: Timestamp
    ) throws(SinkFailure) -> SinkReceipt {
        switch form {
        case .traccar(let form):
            return SinkReceipt(bytes: try connection.post(form.body(records)).bytes)
        case .ownTracks(let form):
            var receipt = SinkReceipt()
            for record in records {
                let condition = conditions.condition(for: record, at: now)
                guard let message = form.message(record, condition: condition, at: now) else { continue }
                let sent = try connection.post(message.body)
                receipt.bytes += sent.bytes
                if !sent.answer.isEmpty { receipt.messages.append(sent.answer) }
            }
            return receipt
        }
    }

    package func take(_ regions: [Region]) { conditions.take(regions) }

    package func send(_ message: OwnTracksForm.Message) throws(SinkFailure) -> SinkReceipt {
        SinkReceipt(bytes: try connection.post(message.body).bytes)
    }
}
