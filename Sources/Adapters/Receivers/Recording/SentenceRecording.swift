import LocationModel
import LocationServices
import NMEA

struct SentenceRecording: RecordingDecoder {
    private var decoder: NMEADecoder

    /// Near `moment` (milliseconds since 1970) lie times of day that come before any date.
    init(presuming moment: Int64?) {
        var policy = EpochPolicy()
        policy.presumedMoment = moment
        decoder = NMEADecoder(policy: policy)
    }

    mutating func decode(_ bytes: UnsafeRawBufferPointer, into events: inout [ReceiverEvent]) {
        decoder.decode(bytes) { events.append(ReceiverEvent($0, isSimulated: true)) }
    }

    mutating func finish(into events: inout [ReceiverEvent]) {
        decoder.finish { events.append(ReceiverEvent($0, isSimulated: true)) }
    }

    var withoutPosition: String? { decoder.statistics.withoutPosition }
    var refused: String { decoder.statistics.refused }

    /// The moment near which a day's times of day lie.
    static func moment(of day: CivilDate) -> Int64 {
        // Noon, and not quite: midnight itself must round to this day and not to the next.
        day.midnight.milliseconds + 12 * 3_600_000 - 1
    }
}

/// Looks for the first date of a recording, where fixes stand in front of it that have only a time of day.
struct FirstDate {
    /// What is known so far.
    enum Finding: Equatable {
        /// Neither a date nor a fix that lacks one.
        case nothing
        /// A fix lacks a date, and none has come.
        case isMissing
        /// The first fix has its date.
        case isThere
        /// A fix before it lacks a date; milliseconds since 1970 of the first that has one.
        case comesLater(Int64)
    }

    private var decoder = NMEADecoder()
    private(set) var finding = Finding.nothing

    /// Whether looking on may change the finding.
    var isOpen: Bool { finding == .nothing || finding == .isMissing }

    /// Takes the next bytes; none at the end.
    mutating func look(_ bytes: UnsafeRawBufferPointer) {
        var found = finding
        func note(_ report: Report) {
            guard case .epoch(let epoch) = report, epoch.mode != .none, epoch.timeOfDay != nil else { return }
            switch (found, epoch.time) {
            case (.nothing, nil): found = .isMissing
            case (.nothing, _?): found = .isThere
            case (.isMissing, let time?): found = .comesLater(time)
            default: break
            }
        }
        if bytes.isEmpty { decoder.finish(note) } else { decoder.decode(bytes, note) }
        finding = found
    }
}
