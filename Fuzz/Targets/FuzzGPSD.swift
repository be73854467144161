import LocationModel
import LocationServices

@testable import Receivers

/// Lines of gpsd, through libgps, the conversation and the gate: as live, and from a capture.
func fuzzGPSD(_ input: UnsafeRawBufferPointer) {
    guard let parser = GPSDLineParser() else { return }
    var recording = CaptureRecording(parser)
    var events: [ReceiverEvent] = []
    recording.decode(input, into: &events)
    recording.finish(into: &events)
    var gate = FixGate()
    for case .fix(let fix) in events {
        guard case .accepted(let location, _) = gate.judge(fix) else { continue }
        precondition(location.coordinate.isValid && location.isSimulated, "\(location)")
    }
}
