import LocationModel
import LocdProtocol

/// What a client sends to the daemon's socket, read as a call of every method, and as an answer by a client.
func fuzzVarlink(_ input: UnsafeRawBufferPointer) {
    var framing = VarlinkFraming(maximumMessageLength: 4096)
    for message in framing.append(input) {
        precondition(message.count <= 4096)
        answer(message)
        guard let call = try? VarlinkCall(message: message) else { continue }
        for method in LocationInterface.methods { read(call, as: method) }
    }
}

/// The time at which steps are reported.
private let now = Timestamp("2026-11-23T12:00:00Z") ?? .latest

private func read<Method: VarlinkMethod>(_ call: VarlinkCall, as method: Method.Type) {
    guard let parameters = try? call.parameters(as: Method.Parameters.self) else { return }
    _ = try? (parameters as? any LabelledParameters)?.effectiveLabel
    switch parameters {
    case let parameters as UpdatesParameters: _ = try? parameters.settings.validate()
    case let parameters as ConfigureParameters: _ = try? parameters.settings.validate()
    case let parameters as EventsParameters: _ = try? parameters.settings?.validate()
    case let parameters as StepsParameters:
        guard let steps = try? parameters.effective(at: now) else { return }
        precondition(steps.from < steps.to && steps.to <= now && steps.numberOfSteps >= 0 && steps.distance ?? 0 >= 0)
    case let parameters as LocationParameters: _ = try? LocationTimeout.effective(parameters.timeout)
    case let parameters as AddRegionParameters:
        guard let region = try? parameters.region.region() else { return }
        precondition(region.isMonitorable)
        // What is kept of it is read by the next run.
        let again = try? ReportedRegion(region).region()
        precondition(again == region)
    default: break
    }
}

private func answer(_ message: [UInt8]) {
    guard case .reply(let reply, _) = VarlinkAnswer<EventsReply>(message: message) else { return }
    for event in reply.events ?? [] { _ = event.event }
}
