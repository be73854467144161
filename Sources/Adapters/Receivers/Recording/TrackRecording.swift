import LocationServices
import Tracks

/// A track of locd: its locations become the fixes that they were.
struct TrackRecording: RecordingDecoder {
    private var lines = LineSplitter()
    /// Lines that cannot be read, since the beginning.
    private var malformed = 0

    init() {}

    mutating func decode(_ bytes: UnsafeRawBufferPointer, into events: inout [ReceiverEvent]) {
        lines.split(bytes) { Self.read($0, into: &events, &malformed) }
    }

    mutating func finish(into events: inout [ReceiverEvent]) {
        lines.finish { Self.read($0, into: &events, &malformed) }
    }

    var refused: String {
        let damaged = malformed + lines.overlong
        return damaged > 0 ? "\(damaged) damaged \(damaged == 1 ? "line" : "lines")" : ""
    }

    private static func read(_ line: UnsafeRawBufferPointer, into events: inout [ReceiverEvent], _ malformed: inout Int)
    {
        switch TrackLine(parsing: line.assumingMemoryBound(to: UInt8.self)) {
        case .record(.event(let event)):
            if let event = ReceiverEvent(recorded: event) { events.append(event) }
        case .malformed: malformed += 1
        case .record, .unknown, .blank: break
        }
    }
}
