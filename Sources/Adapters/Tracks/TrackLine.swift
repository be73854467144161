internal import LocationModel

/// The meaning of one line of a track file for this version.
public enum TrackLine: Sendable, Hashable {
    /// A record.
    case record(TrackRecord)
    /// Valid JSON of a type, or a gap of a cause, that a newer version wrote: to be skipped.
    case unknown(type: String)
    /// Nothing but white space.
    case blank
    /// A line that cannot be used, and the reason.
    case malformed(TrackLineFault)

    /// Reads one line, with or without its newline.
    ///
    /// Unknown keys are skipped, whatever their value. The order of keys does not matter; if a key occurs twice, the
    /// last one counts. `null` is absent. An optional number that is out of its range is absent, too: the location
    /// stays.
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

    /// False if the line is not a complete JSON object, as after a power cut.
    var isJSON: Bool {
        guard case .malformed(let fault) = self else { return true }
        return !(fault.code == .notJSON || fault.code == .torn || fault.code == .tooLong)
    }
}
