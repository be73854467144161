import LocationModel
import LocationServices
import NMEA

/// A capture of what gpsd said, read as a live gpsd is: the same words, the same rules. Time is the reports' own.
struct CaptureRecording: RecordingDecoder {
    private let parser: GPSDLineParser
    private var lines = LineSplitter()
    private var conversation = GPSDConversation(address: GPSDAddress(), at: .zero, exists: { _ in true })
    private var headings = HeadingReader()
    private var first: Timestamp?
    private var now = Duration.zero

    /// A recording that is read through `parser`.
    init(_ parser: GPSDLineParser) {
        self.parser = parser
    }

    mutating func decode(_ bytes: UnsafeRawBufferPointer, into events: inout [ReceiverEvent]) {
        var lines = lines
        lines.split(bytes) { read($0, into: &events) }
        self.lines = lines
    }

    mutating func finish(into events: inout [ReceiverEvent]) {
        var lines = lines
        lines.finish { read($0, into: &events) }
        self.lines = lines
        append(conversation.flush(), to: &events)
    }

    var withoutPosition: String? { conversation.withoutPosition }
    var refused: String {
        let (damaged, asides) = (conversation.damaged + lines.overlong, conversation.asides)
        return [
            damaged > 0 ? "\(damaged) \(damaged == 1 ? "line" : "lines") damaged or not of gpsd" : nil,
            asides > 0 ? "\(asides) \(ScannerStatistics.otherTime)" : nil,
        ].compactMap(\.self).joined(separator: ", ")
    }

    private mutating func read(_ line: UnsafeRawBufferPointer, into events: inout [ReceiverEvent]) {
        let object = parser.object(in: line)
        // Of the sentences beside the reports only what gpsd has no report of. A report may hang on one.
        let sentence = UnsafeRawBufferPointer(rebasing: line.dropLast(object?.count ?? 0))
        if !sentence.isEmpty, let heading = headings.heading(in: sentence) {
            append(conversation.receive(.sentence(heading), at: now), to: &events)
        }
        for said in object.map(parser.parse) ?? [] {
            if case .report(let report) = said, let timestamp = report.fix.timestamp {
                let first = first ?? timestamp
                self.first = first
                // A receiver that goes back in time does not take the conversation with it.
                now = max(now, .milliseconds(timestamp.milliseconds - first.milliseconds))
            }
            append(conversation.receive(said, at: now), to: &events)
        }
    }

    private func append(_ said: [ReceiverEvent], to events: inout [ReceiverEvent]) {
        for event in said {
            switch event {
            case .fix(var fix):
                fix.isSimulated = true
                events.append(.fix(fix))
            case .sky, .heading: events.append(event)
            // How a receiver was connected to another machine at another time.
            case .link, .gap: break
            }
        }
    }
}
