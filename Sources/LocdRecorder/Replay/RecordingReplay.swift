public import LocationModel
public import LocdConfiguration
import LocdProtocol
public import Receivers
import Tracks

/// Replays a recording: what the recorder would have written of it, as the lines of a track.
///
/// No clock is involved and nothing is read but the recording: the same recording and configuration give the same bytes.
public struct RecordingReplay: ~Copyable {
    /// What came of it so far; complete when ``next()`` has given `nil`.
    public var tally: ReplayTally { recorder.tally }
    /// What the recording is made of.
    public var kind: RecordingKind { reader.kind }
    /// True where the days of the first fixes come from the date that was given.
    public var presumesDate: Bool { reader.presumesDate }

    private var reader: RecordingReader
    private var recorder: RecorderReplay
    private var lines = JSONLine()
    private var hasBegun = false

    /// Opens a recording.
    ///
    /// - Parameters:
    ///   - path: The recording.
    ///   - kind: What it is made of; `nil` finds out.
    ///   - date: The day, UTC, of times of day in front of any date in the recording.
    ///   - configuration: Whose recorder decides. Whether it is enabled, and the receiver, do not matter.
    ///   - regions: The regions that the recorder watches; see ``Configuration/Regions/read()``. Private ones it leaves out, if
    ///     it is told to.
    ///   - addsActivity: Motion activities, which no track has, are written between the lines.
    /// - Throws: ``RecordingError``, which says what to do.
    public init(
        path: String, kind: RecordingKind? = nil, date: CivilDate? = nil, configuration: Configuration,
        regions: [Region] = [], addsActivity: Bool = false
    ) throws(RecordingError) {
        reader = try RecordingReader(path: path, kind: kind, date: date, readsSatellites: false)
        recorder = RecorderReplay(configuration, regions: regions, addsActivity: addsActivity)
    }

    /// The next lines, the header first; `nil` at the end.
    ///
    /// Where it throws, all that could be read has been replayed, and the next call gives the end.
    public mutating func next() throws(RecordingError) -> [UInt8]? {
        lines.removeAll()
        if !hasBegun {
            hasBegun = true
            // The kind and not the path: a copy of the recording elsewhere gives the same bytes.
            let header = TrackHeader(version: LocdRelease.version, receiver: "replay:\(reader.kind.rawValue)")
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
