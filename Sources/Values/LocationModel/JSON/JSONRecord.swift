/// A record that can be written and read as JSON, in a track and on the socket.
///
/// Only these two functions of a record contain the names of its members.
package protocol JSONRecord {
    /// Writes the members after the type, in the order of the track format.
    func write(to members: inout some MemberWriter)

    /// Reads the output of ``write(to:)``. `nil`: a newer version wrote a word that this one does not know.
    /// - Throws: ``MemberFault`` if a required member is missing or invalid.
    init?(from members: inout some MemberReader) throws(MemberFault)
}
