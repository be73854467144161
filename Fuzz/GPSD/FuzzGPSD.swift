import LocationModel
import LocationServices

@testable import Receivers

/// Lines of gpsd, through libgps, the conversation and the gate: as live, and from a capture.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let parser = GPSDLineParser() else { return 0 }
    var recording = CaptureRecording(parser)
    var events: [ReceiverEvent] = []
    recording.decode(UnsafeRawBufferPointer(start: start, count: count), into: &events)
    recording.finish(into: &events)
    var gate = FixGate()
    for case .fix(let fix) in events {
        guard case .accepted(let location, _) = gate.judge(fix) else { continue }
        precondition(location.coordinate.isValid && location.isSimulated, "\(location)")
    }
    return 0
}
