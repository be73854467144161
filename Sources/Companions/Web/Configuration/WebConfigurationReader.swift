internal import Glibc
import LocationModel
public import LocdConfiguration
public import Phrasing

/// Reads web.yaml and collects all its problems: a file with one problem is refused as a whole.
struct WebConfigurationReader {
    enum Key: String, CaseIterable {
        case listen, socket, tracks, regions, baseMap, places, tiles, units, hosts, tokens
    }

    /// More would be a mistake.
    static let maximumHosts = 16

    private(set) var configuration = WebConfiguration()
    var problems: ConfigurationProblemList { fields.problems }
    private var fields: YAMLFields

    init(path: String, text: [UInt8]) {
        let (read, entries) = YAMLFields.read(text, path: path, maximumDepth: 3, "write KEY: VALUE")
        fields = read
        var listen: YAMLEntry?
        for entry in entries {
            switch Key(rawValue: entry.key.text) {
            case .listen:
                listen = entry
                if let address = fields.value(of: entry, in: nil, .webAddress) { configuration.listen = address }
            case .socket: take(entry, \.socket)
            case .tracks: take(entry, \.tracks)
            case .regions: take(entry, \.regions)
            case .baseMap: take(entry, \.baseMap)
            case .places: take(entry, \.places)
            case .tiles:
                if let tiles = fields.value(of: entry, in: nil, .tileSource) { configuration.tiles = tiles }
            case .units:
                if let units: UnitSystem = fields.value(of: entry, in: nil, .word) { configuration.units = units }
            case .hosts: readHosts(entry)
            case .tokens:
                if let path = fields.value(of: entry, in: nil, ValueForm<String?>.path(or: "none")) {
                    configuration.tokens = path
                }
            case nil: fields.complainOfUnknown(entry, in: nil, among: Key.allCases.map(\.rawValue))
            }
        }
        if let listen, configuration.listen?.isLoopback == false, configuration.tokens == nil {
            fields.complain(
                .badValue, listen.value.position, "listen", "the network would read positions without a token",
                "write tokens: /etc/locd/web.tokens and run locd web token, or listen on 127.0.0.1")
        }
    }

    private mutating func take(_ entry: YAMLEntry, _ path: WritableKeyPath<WebConfiguration, String>) {
        if let value = fields.value(of: entry, in: nil, ValueForm<String>.path()) {
            configuration[keyPath: path] = value
        }
    }

    private mutating func readHosts(_ entry: YAMLEntry) {
        let nodes = fields.list(of: entry, in: nil, atMost: Self.maximumHosts, "write hosts: [van.example.org]")
        for (index, node) in nodes.enumerated() {
            guard case .scalar(let scalar) = node.content, Self.isHost(scalar.text) else {
                fields.complain(
                    .badValue, node.position, "hosts[\(index)]", "this is not the name of a host",
                    "write a name such as van.example.org, without https:// and without a port")
                continue
            }
            configuration.hosts.append(scalar.text.lowercased())
        }
    }

    /// Letters, digits, hyphens and dots (RFC 1123).
    private static func isHost(_ text: String) -> Bool {
        (1...253).contains(text.utf8.count) && !text.hasPrefix(".") && !text.hasSuffix(".") && !text.contains("..")
            && text.hasOnlyLettersAndDigits(or: "-.")
    }
}

extension ValueForm where Value == TileSource {
    /// The path of a file, or the address of tiles.
    fileprivate static var tileSource: Self {
        Self(
            "an MBTiles file, such as /srv/maps/coast.mbtiles, or an address, such as https://tiles.example.org/{z}/{x}/{y}.png"
        ) { scalar throws(ValueProblem) in
            if scalar.text.hasPrefix("/") { return .file(path: try absolutePath(scalar.text)) }
            guard let server = TileServer(scalar.text) else {
                throw ValueProblem(
                    .badValue,
                    "\(scalar.text.quoted) is neither a path nor the address of tiles with {z}, {x} and {y}")
            }
            return .server(server)
        } spell: {
            switch $0 {
            case .server(let server): server.template
            case .file(let path): path.yamlScalar
            }
        }
    }
}

extension ValueForm where Value == WebAddress {
    /// An address and a port.
    fileprivate static var webAddress: Self {
        Self("ADDRESS:PORT, such as 127.0.0.1:8947 or [::1]:8947") { scalar throws(ValueProblem) in
            guard let address = WebAddress(scalar.text) else {
                throw ValueProblem(.badValue, "\(scalar.text.quoted) is not an address and a port")
            }
            return address
        } spell: {
            $0.description
        }
    }
}

/// The contents of `/etc/locd/web.yaml`: where locd-web listens, what it shows and to whom. `WebConfiguration()` has
/// the defaults.
public struct WebConfiguration: ConfigurationDocument, Hashable {
    /// The file that is read by default.
    public static let defaultPath = "/etc/locd/web.yaml"

    /// The address that browsers connect to. An address beyond loopback requires ``tokens``.
    public var listen = WebAddress("127.0.0.1:8947")
    /// The daemon's socket.
    public var socket = "/run/locd/locd.sock"
    /// The directory of the track files.
    public var tracks = "/var/lib/locd/tracks"
    /// The GeoJSON file that marks private regions; `regions.file` of locd.yaml.
    public var regions = "/etc/locd/regions.geojson"
    /// The file of coasts, lakes, rivers and borders.
    public var baseMap = "/usr/share/locd/basemap.locd"
    /// The file of towns.
    public var places = "/usr/share/locd/places.locd"
    /// Map tiles that are drawn over the base map; `nil` for none.
    public var tiles: TileSource?
    /// The units of figures on the page.
    public var units = UnitSystem.metric
    /// Names under which a proxy serves the page, besides this machine's: `van.example.org`.
    public var hosts: [String] = []
    /// The file of the tokens' hashes; `nil` accepts no token.
    public var tokens: String?

    /// The defaults.
    public init() {}

    package static let withoutFile: WebConfiguration? = WebConfiguration()

    package init(path: String, text: [UInt8], problems: inout ConfigurationProblemList) {
        let reader = WebConfigurationReader(path: path, text: text)
        self = reader.configuration
        problems = reader.problems
    }
}

/// Where the map tiles come from that are drawn over the base map.
public enum TileSource: Sendable, Hashable {
    /// A server that browsers ask.
    case server(TileServer)
    /// An MBTiles file of this machine, which locd-web serves.
    case file(path: String)
}

/// A server of map tiles in spherical Mercator, written `https://tiles.example.org/{z}/{x}/{y}.png`.
public struct TileServer: Sendable, Hashable {
    /// The address of a tile, with `{z}`, `{x}` and `{y}` for zoom, column and row.
    public let template: String
    /// Scheme, host and port, as in `https://tiles.example.org`: what a browser must be allowed to ask.
    public let origin: String

    /// Parses the value of the configuration; `nil` if it is not an address with all three parts. The host is plain
    /// letters, digits, hyphens and dots, so that nothing else of a Content-Security-Policy can be written in it.
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

/// The address that locd-web listens on: a numeric address and a port, written `127.0.0.1:8947` or `[::1]:8947`.
public struct WebAddress: Sendable, Hashable, CustomStringConvertible {
    /// An IPv4 or IPv6 address, without brackets.
    public let host: String
    /// 0 for any free port.
    public let port: UInt16

    /// The address as written in the configuration.
    public var description: String { "\(host.contains(":") ? "[\(host)]" : host):\(port)" }

    /// Parses the value of the configuration or of `--listen`; `nil` if it is not a valid address.
    public init?(_ text: String) {
        guard text.utf8.count <= 64, let colon = text.lastIndex(of: ":") else { return nil }
        var host = String(text[..<colon])
        let digits = text[text.index(after: colon)...]
        guard (1...5).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let port = UInt16(digits)
        else { return nil }
        if host == "localhost" { host = "127.0.0.1" }
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = String(host.dropFirst().dropLast())
            guard host.contains(":") else { return nil }
        } else if host.contains(":") {
            return nil
        }
        var (four, six) = (in_addr(), in6_addr())
        guard inet_pton(AF_INET, host, &four) == 1 || inet_pton(AF_INET6, host, &six) == 1 else { return nil }
        self.host = host
        self.port = port
    }

    /// Whether only this machine can reach it.
    public var isLoopback: Bool {
        var (four, six) = (in_addr(), in6_addr())
        if inet_pton(AF_INET, host, &four) == 1 { return UInt32(bigEndian: four.s_addr) >> 24 == 127 }
        guard inet_pton(AF_INET6, host, &six) == 1 else { return false }
        return withUnsafeBytes(of: six) { $0.dropLast().allSatisfy { $0 == 0 } && $0.last == 1 }
    }
}
