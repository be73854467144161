import LocationServices
import Tracks

/// A track of locd: its locations become the fixes that they were.
struct TrackRecording: RecordingDecoder {
    private var lines = LineSplitter()
    /// Lines that cannot be read, since the beginning.
    private var damaged = 0

    init() {}

    mutating func decode(_ bytes: UnsafeRawBufferPointer, into events: inout [ReceiverEvent]) {
        lines.split(bytes) { Self.read($0, into: &events, &damaged) }
    }

    mutating func finish(into events: inout [ReceiverEvent]) {
        lines.finish { Self.read($0, into: &events, &damaged) }
    }

    var refused: String { damaged > 0 ? "\(damaged) damaged \(damaged == 1 ? "line" : "lines")" : "" }

    private static func read(_ line: UnsafeRawBufferPointer, into events: inout [ReceiverEvent], _ damaged: inout Int) {
        switch TrackLine(parsing: line.assumingMemoryBound(to: UInt8.self)) {
        case .record(.event(let event)):
            if let event = ReceiverEvent(recorded: event) { events.append(event) }
        case .malformed: damaged += 1
        case .record, .unknown, .blank: break
        }
    }
}
