public import LocationModel
public import LocdProtocol

/// What became of the fixes, a line each, as `locd why` prints it.
///
///     12:03:05 not recorded: 4.2 m from the last recorded location, distanceFilter is 10 m
public struct WhyText: Sendable {
    /// The lines, each ended by a newline.
    public let text: String
    /// What else there is to say, a sentence each.
    public let notes: [String]

    /// Words for a reply that came at a moment of the system's time: it places what the receiver gave no time.
    public init(_ reply: WhyReply, at now: Timestamp) {
        var text = ""
        var day: CivilDate?
        for fix in reply.fixes {
            let span = OutcomeSpan(fix, at: now)
            if let start = span.start, start.day != day {
                text += "\(start.day) (UTC)\n"
                day = start.day
            }
            text += "\(span.words) \(OutcomeWords(fix).sentence)\n"
        }
        self.text = text
        notes = Self.notes(on: reply)
    }

    private static func notes(on reply: WhyReply) -> [String] {
        var notes: [String] = []
        if reply.fixes.isEmpty { notes.append("No fix that could be told of is remembered.") }
        if reply.isNearest, !reply.fixes.isEmpty {
            notes.append("Nothing came then, or it is forgotten: this is the nearest that is remembered.")
        }
        if reply.isCut { notes.append("There was more: these are the latest. Ask for a shorter time.") }
        if !reply.isRecording { notes.append("No track is recorded: recorder.enabled is false.") }
        if !reply.authorizationStatus.isAuthorized {
            notes.append("What depends on movement is told to members of the group locd only.")
        }
        return notes
    }
}
