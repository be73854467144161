public import LocationModel
public import LocdConfiguration
import LocdProtocol
public import Receivers
import Tracks

/// Replays a recording through the recorder, and returns the track lines that it would have written.
///
/// It uses no clock and reads nothing but the recording: the same recording and configuration give the same bytes.
public struct RecordingReplay: ~Copyable {
    /// The figures so far; complete once ``next()`` has returned `nil`.
    public var tally: ReplayTally { recorder.tally }
    /// The format of the recording.
    public var kind: RecordingKind { reader.kind }
    /// Whether the first fixes take their day from the given date.
    public var presumesDate: Bool { reader.presumesDate }
    /// What was read and gave no position, by reason; `nil` if that is not counted.
    public var withoutPosition: String? { reader.withoutPosition }
    /// What was refused before it became a fix, by reason; empty if nothing was.
    public var refused: String { reader.refused }

    private var reader: RecordingReader
    private var recorder: RecorderReplay
    private var lines = JSONLine()
    private var hasBegun = false
    private let holdsPosition: Bool

    /// Opens a recording.
    ///
    /// - Parameters:
    ///   - path: The recording.
    ///   - kind: Its format; `nil` detects it.
    ///   - date: The UTC day of the times of day that precede the first date in the recording.
    ///   - configuration: The recorder's settings. The receiver, and whether the recorder is enabled, do not matter.
    ///   - regions: The regions that the recorder monitors; see ``Configuration/Regions/read()``. It leaves out private
    ///     ones if so configured.
    ///   - addsActivity: Whether to add motion activities, which a track never contains, between the lines.
    /// - Throws: ``RecordingError``, which includes the remedy.
    public init(
        path: String, kind: RecordingKind? = nil, date: CivilDate? = nil, configuration: Configuration,
        regions: [Region] = [], addsActivity: Bool = false
    ) throws(RecordingError) {
        self.init(
            try RecordingReader(path: path, kind: kind, date: date),
            RecorderReplay(configuration, regions: regions, addsActivity: addsActivity),
            configuration.recorder.holdsPositionWhenStationary)
    }

    // Nothing may throw in it: Swift 6.2 destroys defaults twice then.
    private init(
        _ reader: consuming RecordingReader, _ recorder: consuming RecorderReplay, _ holdsPosition: Bool
    ) {
        self.reader = reader
        self.recorder = recorder
        self.holdsPosition = holdsPosition
    }

    /// The next lines, the header first; `nil` at the end.
    ///
    /// If it throws, everything readable has been replayed, and the next call returns `nil`.
    public mutating func next() throws(RecordingError) -> [UInt8]? {
        lines.removeAll()
        if !hasBegun {
            hasBegun = true
            // The kind and not the path: a copy of the recording elsewhere gives the same bytes.
            let header = TrackHeader(
                version: LocdRelease.version, receiver: "replay:\(reader.kind.rawValue)",
                holdsPositionWhenStationary: holdsPosition)
            lines.append(.header(header))
            return lines.bytes
        }
        while let batch = try reader.next() {
            for event in batch {
                recorder.receive(event)
                for line in recorder.written { lines.append(line) }
            }
            if !lines.bytes.isEmpty { return lines.bytes }
        }
        return nil
    }
}
