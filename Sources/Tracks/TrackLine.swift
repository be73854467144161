internal import LocationModel

/// What one line of a track file says to a reader of this version.
public enum TrackLine: Sendable, Hashable {
    /// A record.
    case record(TrackRecord)
    /// Valid JSON of a type, or a gap of a cause, that this version does not know: written by a newer one, to be skipped.
    case unknown(type: String)
    /// Nothing but white space.
    case blank
    /// Not to be used, and why.
    case malformed(TrackLineFault)

    /// Reads one line, with or without its newline.
    ///
    /// Keys that are not known are skipped, whatever their value; the order of keys does not matter, and of a key that
    /// comes twice the last counts. `null` is absent. An optional figure that is out of its range is absent too: it
    /// costs the figure, not the location.
    public init(parsing bytes: UnsafeBufferPointer<UInt8>) {
        self = withUnsafeTemporaryAllocation(of: JSONMember.self, capacity: JSONMembers.usualCount) { room in
            Self.read(bytes, in: room)
        }
    }

    private static func read(
        _ bytes: UnsafeBufferPointer<UInt8>, in room: UnsafeMutableBufferPointer<JSONMember>
    ) -> TrackLine {
        if JSONMembers.isBlank(bytes) { return .blank }
        var members = JSONMembers(bytes, in: room)
        guard members.scan() else { return .malformed(TrackLineFault(.notJSON)) }
        do throws(MemberFault) {
            if members.isLocation { return .record(.event(.location(try members.location()))) }
            if let record = try TrackRecord.read(from: &members) { return .record(record) }
            return .unknown(type: members.text("type") ?? "")
        } catch {
            return .malformed(TrackLineFault(error))
        }
    }

    /// Reads one line of text; see ``init(parsing:)-(UnsafeBufferPointer<UInt8>)``.
    public init(parsing text: String) {
        var text = text
        self = text.withUTF8 { TrackLine(parsing: $0) }
    }

    /// False where the line is not a whole JSON object, as what a power cut leaves is not.
    var isJSON: Bool {
        guard case .malformed(let fault) = self else { return true }
        return !(fault.code == .notJSON || fault.code == .torn || fault.code == .tooLong)
    }
}
