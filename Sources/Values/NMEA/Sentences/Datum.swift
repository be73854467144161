extension RawSentence {
    /// The datum of the positions, as DTM and Garmin's PGRMM name it; `nil` for WGS 84 and those that are the same to a
    /// metre or two.
    var otherDatum: String? {
        let fields = text.split(separator: ",", omittingEmptySubsequences: false)
        guard fields.count > 1, !["", "W84", "WGS84", "WGS 84", "NAD83", "P90"].contains(fields[1]) else { return nil }
        return String(fields[1])
    }
}

extension Formatter {
    static var dtm: UInt64 { pack("D", "T", "M") }
    /// `PGRMM,`
    static var pgrmm: UInt64 { pack("P", "G", "R") << 24 | pack("M", "M", ",") }
}
