/// Where the map tiles come from that are drawn over the base map.
public enum TileSource: Sendable, Hashable {
    /// A server that browsers ask.
    case server(TileServer)
    /// An MBTiles file of this machine, which locd-web serves.
    case file(path: String)
}
