import LocdProtocol

/// What the program needs the position for, as its Info.plist says: of its bundle, or beside the executable.
struct UsageDescriptions: @unchecked Sendable {
    // Unchecked: a property list, which does not change.

    private let plist: [String: Any]

    static let own: UsageDescriptions = {
        let beside = Bundle.main.executableURL?.deletingLastPathComponent().appendingPathComponent("Info.plist")
        let file = beside.flatMap { try? Data(contentsOf: $0) }
        return UsageDescriptions(file, else: Bundle.main.infoDictionary ?? [:])
    }()

    init(_ file: Data?, else bundle: [String: Any] = [:]) {
        let read = file.flatMap { try? PropertyListSerialization.propertyList(from: $0, format: nil) }
        plist = read as? [String: Any] ?? bundle
    }

    func sentence(for request: RequestAuthorizationParameters.Request) -> String? {
        let always = ["AlwaysAndWhenInUse", "Always"]
        let keys = (request == .always ? always : ["WhenInUse"] + always) + [""]
        return keys.lazy.compactMap { plist["NSLocation\($0)UsageDescription"] as? String }.first.map(Self.cut)
    }

    /// The sentence for full accuracy for a purpose.
    func sentence(forKey key: String) -> String? {
        let sentences = plist["NSLocationTemporaryUsageDescriptionDictionary"] as? [String: Any]
        return (sentences?[key] as? String).map(Self.cut)
    }

    /// Whether live updates come only while the program holds a ``CLServiceSession``.
    var requiresServiceSession: Bool { plist["NSLocationRequireExplicitServiceSession"] as? Bool ?? false }

    /// The daemon takes 512 bytes.
    private static func cut(_ text: String) -> String {
        var text = text
        while text.utf8.count > 512 { text.removeLast() }
        return text
    }
}
