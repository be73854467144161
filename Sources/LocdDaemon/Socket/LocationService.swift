public import LocationModel
public import LocdProtocol

/// What the daemon does for those who call its socket. One requirement per method of `org.locd.Location`.
///
/// It answers with everything that it knows: what a caller may not have is taken out by the socket, in one place.
public protocol LocationService: Sendable {
    /// How the daemon, its receiver and its track are. ``StatusReply/clients`` is filled in by the socket.
    func status() async -> StatusReply

    /// What became of the latest fixes that lie in [from, to), the latest `limit` of them.
    func why(from: Timestamp?, to: Timestamp?, limit: Int) async -> WhyReply
}
