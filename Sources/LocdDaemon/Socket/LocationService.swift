public import LocationModel
public import LocdProtocol

/// What the daemon tells those who call its socket of itself; what it does for clients is done by ``Sessions``.
///
/// It answers with everything that it knows: what a caller may not have is taken out by the socket, in one place.
public protocol LocationService: Sendable {
    /// How the daemon, its receiver and its track are. ``StatusReply/clients`` is filled in by the socket.
    func status() async -> StatusReply

    /// The location that those are told who may have no exact one; `nil` where there is none that is recent.
    func roughLocation() async -> Location?

    /// The satellites that the receiver sees.
    func sky() async -> LocationInterface.Sky.Reply

    /// What became of the latest fixes that lie in [from, to), the latest `limit` of them.
    func why(from: Timestamp?, to: Timestamp?, limit: Int) async -> WhyReply

    /// The files of the track.
    func tracks() async -> LocationInterface.Tracks.Reply

    /// Reads the configuration again; a sentence for each key that changed.
    /// - Throws: `VarlinkError.reloadRefused` with what is wrong with it.
    func reload() async throws(VarlinkError) -> [String]
}
