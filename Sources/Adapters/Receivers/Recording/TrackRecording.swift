import LocationServices
import Tracks

/// A track of locd: its locations become the fixes that they were.
struct TrackRecording: RecordingDecoder {
    private var lines = LineSplitter()

    init() {}

    mutating func decode(_ bytes: UnsafeRawBufferPointer, into events: inout [ReceiverEvent]) {
        lines.split(bytes) { Self.read($0, into: &events) }
    }

    mutating func finish(into events: inout [ReceiverEvent]) {
        lines.finish { Self.read($0, into: &events) }
    }

    private static func read(_ line: UnsafeRawBufferPointer, into events: inout [ReceiverEvent]) {
        guard case .record(.event(let event)) = TrackLine(parsing: line.assumingMemoryBound(to: UInt8.self)),
            let event = ReceiverEvent(recorded: event)
        else { return }
        events.append(event)
    }
}
