import LocationModel
internal import Phrasing

/// Reads web.yaml and collects all that is wrong with it: a file that is half understood is none.
struct WebConfigurationReader {
    /// The keys.
    enum Key: String, CaseIterable {
        case listen, socket, tracks, regions, baseMap, places, tiles, units, hosts, tokens
    }

    /// More would be a mistake.
    static let maximumHosts = 16

    private(set) var configuration = WebConfiguration()
    var problems: ConfigurationProblemList { fields.problems }
    private var fields: YAMLFields

    /// Reads a text in UTF-8.
    init(path: String, text: [UInt8]) {
        var composer = YAMLComposer(path: path, text: text, maximumDepth: 3)
        let root = composer.compose()
        fields = YAMLFields(path: path, problems: composer.problems)
        guard let root else { return }
        var listen: YAMLEntry?
        for entry in fields.entries(of: root, named: nil, "write KEY: VALUE") {
            switch Key(rawValue: entry.key.text) {
            case .listen:
                listen = entry
                if let address = fields.value(of: entry, in: nil, .webAddress) { configuration.listen = address }
            case .socket: read(entry, \.socket)
            case .tracks: read(entry, \.tracks)
            case .regions: read(entry, \.regions)
            case .baseMap: read(entry, \.baseMap)
            case .places: read(entry, \.places)
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

    private mutating func read(_ entry: YAMLEntry, _ path: WritableKeyPath<WebConfiguration, String>) {
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
