/// A record as JSON, in a track and on the socket: its writer, and beside it its reader.
///
/// The names of the members stand in these two functions of the record, and nowhere else.
package protocol JSONRecord {
    /// Writes the members behind the type, in the order of the track format.
    func write(to members: inout some MemberWriter)

    /// Reads what ``write(to:)`` wrote. `nil`: a newer version wrote a word that this one does not know.
    /// - Throws: ``MemberFault`` if a member is missing or invalid that the record is worthless without.
    init?(from members: inout some MemberReader) throws(MemberFault)
}
