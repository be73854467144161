/// One entry of `hooks:` in locd.yaml: which events go to which Unix socket.
public struct Hook: Sendable, Hashable {
    /// The maximum number of hooks in one configuration.
    public static let maximumCount = 32

    /// The events: at least one, no duplicates, in the order of the file.
    public var events: [HookEventKind]
    /// The regions whose events it wants; `nil` for all that are not private.
    public var region: NamePattern?
    /// The socket: an absolute path of at most 107 bytes without `..`.
    public var path: String

    /// A hook.
    public init(events: [HookEventKind], region: NamePattern? = nil, path: String) {
        self.events = events
        self.region = region
        self.path = path
    }

    /// Whether it wants an event.
    ///
    /// - Parameters:
    ///   - kind: The kind of event.
    ///   - name: The region, if the event concerns one.
    ///   - isPrivate: Whether the region is private, or crossing it reveals a private one: only a hook that names it
    ///     gets it.
    public func wants(_ kind: HookEventKind, ofRegion name: String? = nil, isPrivate: Bool = false) -> Bool {
        guard events.contains(kind) else { return false }
        guard kind.isOfRegion else { return true }
        guard let region else { return !isPrivate }
        return region.matches(name ?? "") && (region.isExact || !isPrivate)
    }

    /// The hook as YAML in one line, `{on: [enter], region: "gate*", to: "unix:/run/locd-hook/gate.sock"}`. Equal hooks
    /// have equal texts, so it also identifies the hook.
    public var text: String {
        var members = ["on: [\(events.map(\.rawValue).joined(separator: ", "))]"]
        if let region { members.append("region: \(region.text.yamlQuoted)") }
        members.append("to: \("unix:\(path)".yamlQuoted)")
        return "{\(members.joined(separator: ", "))}"
    }
}

extension Configuration {
    /// The key that conflicts with ``hooks``, what is wrong and what to do; `nil` without a conflict.
    var hooksConflict: (key: String, what: String, remedy: String)? {
        guard !hooks.isEmpty else { return nil }
        if !recorder.enabled {
            return (
                "hooks", "hooks act on what the recorder sees, and recorder.enabled is false",
                "write enabled: true below recorder:, or remove the hooks"
            )
        }
        if hooks.contains(where: { $0.path == api.socket }) {
            return ("hooks", "unix:\(api.socket) is the socket of locd itself (api.socket)", "choose another path")
        }
        return nil
    }
}
