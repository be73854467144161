import LocationModel
import NMEA

/// Decides whether gpsd is asked for the receiver's own sentences, in which alone the heading is whole. Pure.
///
/// gpsd 3.22 makes JSON of HDT, none of HDG, HDM and THS, and does not say which north it means. The sentences cost a
/// wake each, though, and hardly a box has a compass: so they are listened to for a while after a device was opened and
/// every now and then, and kept up only where there is a heading among them.
struct HeadingWatch {
    /// How long to listen, from the first sentence on.
    static let trial = Duration.seconds(3)
    /// How long after the last heading, or the last trial without one, the next decision falls.
    static let interval = Duration.seconds(600)
    /// A compass that said nothing for so long is gone.
    static let patience = Duration.seconds(30)

    private enum State {
        /// Waits for the first sentence.
        case waiting
        case listening(until: Duration)
        case following(last: Duration)
        case resting(until: Duration)
    }

    private var state = State.waiting

    /// Whether sentences are wanted beside the reports.
    var wantsSentences: Bool { if case .resting = state { false } else { true } }

    /// The instant at which ``tick(at:)`` is due.
    var deadline: Duration? {
        switch state {
        case .waiting: nil
        case .listening(let until), .resting(let until): until
        case .following(let last): last + Self.patience
        }
    }

    /// A device was opened: it may have a compass.
    mutating func opened() {
        if case .following = state { return }
        state = .waiting
    }

    /// A sentence came; what it says of the heading.
    mutating func sentence(_ heading: HeadingSentence?, at now: Duration) -> Heading? {
        guard let heading, heading.trueHeading != nil || heading.magneticHeading != nil else {
            if case .waiting = state { state = .listening(until: now + Self.trial) }
            return nil
        }
        state = .following(last: now)
        return Heading(heading)
    }

    mutating func tick(at now: Duration) {
        guard let deadline, now >= deadline else { return }
        switch state {
        case .waiting: break
        case .listening, .following: state = .resting(until: now + Self.interval)
        case .resting: state = .waiting
        }
    }
}

/// Reads the heading out of single sentences, as gpsd passes them on beside its reports.
struct HeadingReader {
    private var scanner = SentenceScanner()

    /// The heading in one line; `nil` if the line has none, or is damaged.
    mutating func heading(in line: UnsafeRawBufferPointer) -> HeadingSentence? {
        var found: HeadingSentence?
        func read(_ raw: RawSentence) {
            if case .heading(let heading)? = Sentence(raw) { found = heading }
        }
        scanner.scan(line, read)
        // The line is whole, whether its end is there or not.
        scanner.finish(read)
        return found
    }
}
