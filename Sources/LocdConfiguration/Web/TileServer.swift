import LocationModel

/// A server of map tiles in spherical Mercator, written `https://tiles.example.org/{z}/{x}/{y}.png`.
public struct TileServer: Sendable, Hashable {
    /// The address of a tile, with `{z}`, `{x}` and `{y}` for zoom, column and row.
    public let template: String
    /// Scheme, host and port, as in `https://tiles.example.org`: what a browser must be allowed to ask.
    public let origin: String

    /// Parses the value of the configuration; `nil` if it is not an address with all three parts. The host is plain letters,
    /// digits, hyphens and dots, so that nothing else of a Content-Security-Policy can be written in it.
    public init?(_ text: String) {
        let scheme = ["https://", "http://"].first { text.hasPrefix($0) }
        guard let scheme, text.utf8.count <= 500, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x22 }),
            ["{z}", "{x}", "{y}"].allSatisfy({ text.contains($0) })
        else { return nil }
        let rest = text.dropFirst(scheme.count)
        guard let slash = rest.firstIndex(of: "/") else { return nil }
        let host = rest[..<slash].split(separator: ":", omittingEmptySubsequences: false)
        let isName = host.first.map { !$0.isEmpty && $0.hasOnlyLettersAndDigits(or: "-.") }
        guard isName == true, host.count <= 2,
            host.count < 2 || host[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }) && UInt16(host[1]) != nil
        else { return nil }
        template = text
        origin = scheme + rest[..<slash]
    }
}
